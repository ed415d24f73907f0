// Starts `vsym lsp` and shows what it answers; the commands run vsym in a terminal.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = ["gsst", "murphi", "systems", "pp", "ta"];

/** @type {import("vscode-languageclient/node").LanguageClient | undefined} */
let client;
/** @type {import("vscode").OutputChannel} */
let answers;

/** @param {string} name */
function setting(name) {
  return vscode.workspace.getConfiguration("vsym").get(name);
}

async function start() {
  const options = ["--timeout", String(setting("timeout")), "--memory", String(setting("memory"))];
  client = new LanguageClient(
    "vsym",
    "vsym",
    { command: String(setting("command")), args: ["lsp", ...options] },
    {
      documentSelector: LANGUAGES.map((language) => ({ language })),
      // What a check says has lines, which messages do not keep.
      initializationOptions: { messages: false },
      middleware: { executeCommand: shown },
    },
  );
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const hint = "is it installed, with `pip install 'vsym[lsp]'`? The setting vsym.command can have its path.";
    vscode.window.showErrorMessage(`vsym does not start: ${hint} (${error instanceof Error ? error.message : error})`);
  }
}

/** @type {(command: string, values: unknown[], next: (command: string, values: unknown[]) => unknown) => Promise<unknown>} */
async function shown(command, values, next) {
  const answer = await next(command, values);
  if (typeof answer === "string") {
    answers.replace(answer);
    answers.show(true);
  }
  return answer;
}

async function stop() {
  const ended = client;
  client = undefined;
  await ended?.stop();
}

// A process without a shell, so that no name of a file is read as anything else.
/** @param {string} verb */
async function run(verb) {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined || document.uri.scheme !== "file" || !LANGUAGES.includes(document.languageId)) {
    vscode.window.showInformationMessage(`vsym: this works on a file that is open, in ${LANGUAGES.join(" or ")}`);
    return;
  }
  if (!(await document.save())) {
    return;
  }
  const file = document.uri.fsPath;
  const execution = new vscode.ProcessExecution(String(setting("command")), [verb, file]);
  // Tasks of the same definition are one, of which the editor runs no second.
  const task = new vscode.Task(
    { type: "vsym", verb, file },
    vscode.TaskScope.Workspace,
    `vsym ${verb}`,
    "vsym",
    execution,
  );
  task.presentationOptions = { focus: true, clear: true };
  await vscode.tasks.executeTask(task);
}

/** @param {import("vscode").ExtensionContext} context */
async function activate(context) {
  answers = vscode.window.createOutputChannel("vsym answers");
  const commands = {
    "vsym.checkFile": () => run("check"),
    "vsym.lab": () => run("lab"),
    "vsym.step": () => run("step"),
    "vsym.restart": async () => {
      await stop();
      await start();
    },
  };
  context.subscriptions.push(
    answers,
    ...Object.entries(commands).map(([name, work]) => vscode.commands.registerCommand(name, work)),
  );
  if (vscode.workspace.isTrusted) {
    await start();
  } else {
    context.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(start));
  }
}

module.exports = { activate, deactivate: stop };
