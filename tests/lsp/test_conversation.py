"""The server as editors start it, in a conversation by the protocol's own client."""

from __future__ import annotations

import asyncio
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from tests.lsp.editor import Editor, conversation
from tests.support.present import present
from tests.support.running import EXAMPLES, PROGRAM
from vsym.lsp.serving import Input

REMARK = "/* ü \N{GRINNING FACE} */"

LONG = """system long
states A, B
group P of 40
shared free : bool = true
init A
""" + "".join(
    f"trans t{n}: A -> B {{ {{{n}}}: #A[{{1..{n}}}] > {n} / 2; else: #B[{{{n}..40}}] % 3 = 1 }}\n" for n in range(1, 41)
)
"""A model that takes long to decide."""


def test_a_model_is_written_with_the_server() -> None:
    path = EXAMPLES / "rw.gsst"
    text = path.read_text(encoding="utf-8")

    async def talk(editor: Editor) -> None:
        document = editor.open(path, text.replace("AG #C <=", f"AG {REMARK} #CC <="))
        (wrong,) = await editor.errors(1)
        assert wrong.code == "VS202"
        # An emoji is two units of UTF-16.
        assert wrong.range.start.character == len("ctl mutex: AG ") + len(REMARK) + 1 + len(" #")
        context = lsp.CodeActionContext([wrong])
        (fix,) = (
            await editor.text_document_code_action_async(lsp.CodeActionParams(document, wrong.range, context)) or ()
        )
        assert isinstance(fix, lsp.CodeAction)
        assert fix.title == "Write `C` instead of `CC`"
        editor.change(document, 2, text)
        assert await editor.errors(2) == []
        at = lsp.Position(wrong.range.start.line, len("ctl mutex: AG #"))
        place = await editor.text_document_definition_async(lsp.DefinitionParams(document, at))
        assert isinstance(place, lsp.Location)
        assert text.splitlines()[place.range.start.line].startswith("states ")
        edit = await editor.text_document_rename_async(lsp.RenameParams(document, at, "Critical"))
        assert edit is not None
        with pytest.raises(JsonRpcException, match="cannot be a name"):
            await editor.text_document_rename_async(lsp.RenameParams(document, at, "trans"))
        formatting = lsp.DocumentFormattingParams(document, lsp.FormattingOptions(2, insert_spaces=True))
        assert not await editor.text_document_formatting_async(formatting)
        assert await editor.text_document_hover_async(lsp.HoverParams(document, at)) is not None
        assert await editor.text_document_completion_async(lsp.CompletionParams(document, at))
        listed = await editor.text_document_code_lens_async(lsp.CodeLensParams(document)) or ()
        shown = [await editor.code_lens_resolve_async(lens) for lens in listed]
        titles = [lens.command.title for lens in shown if lens.command]
        assert titles == ["check 3 properties", "symmetric", "virtually symmetric", "symmetric", *["check"] * 3]
        command = shown[0].command
        assert command is not None
        asked = lsp.ExecuteCommandParams(command.command, command.arguments)
        said = await editor.workspace_execute_command_async(asked)
        assert "mutex" in str(said)
        assert editor.messages == [said]
        await editor.refreshed.wait()
        listed = await editor.text_document_code_lens_async(lsp.CodeLensParams(document)) or ()
        assert [lens.command.title for lens in listed if lens.command][1:] == ["holds – check again"] * 3
        assert await editor.end() == 0

    conversation(talk)


def test_a_program_is_written_and_the_server_is_killed() -> None:
    path = EXAMPLES / "programs" / "misuse.m"
    text = path.read_text(encoding="utf-8")

    async def talk(editor: Editor) -> None:
        document = editor.open(path, text.replace("const", f"{REMARK} konst"))
        (wrong, *_) = await editor.errors(1)
        assert wrong.range.start.character == len(f"{REMARK} ".encode())
        editor.change(document, 2, text)
        assert await editor.errors(2) == []
        (misuse,) = await editor.errors(2)
        assert misuse.code == "VS361"
        listed = await editor.text_document_code_lens_async(lsp.CodeLensParams(document)) or ()
        shown = [await editor.code_lens_resolve_async(lens) for lens in listed]
        (command,) = [lens.command for lens in shown if lens.command and lens.command.title.startswith("broken")]
        asked = lsp.ExecuteCommandParams(command.command, command.arguments)
        assert "winner" in str(await editor.workspace_execute_command_async(asked))
        formatting = lsp.DocumentFormattingParams(document, lsp.FormattingOptions(2, insert_spaces=True))
        assert not await editor.text_document_formatting_async(formatting)
        editor.change(document, 3, text.replace("winner := c;", f"{REMARK} Winner:=c"))
        await editor.errors(3)
        (edit,) = await editor.text_document_formatting_async(formatting) or ()
        assert edit.new_text == text.replace("winner := c;", f"{REMARK} Winner := c;")
        assert (edit.range.start, edit.range.end) == (lsp.Position(0, 0), lsp.Position(len(text.splitlines()), 0))
        editor.change(document, 4, text.replace("winner := c;", "winner := ;"))
        await editor.errors(4)
        with pytest.raises(JsonRpcException, match="expected"):
            await editor.text_document_formatting_async(formatting)
        editor.text_document_did_close(lsp.DidCloseTextDocumentParams(document))
        with pytest.raises(JsonRpcException, match="is not open"):
            await editor.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
        await _cancelled(editor)

    assert conversation(talk, lsp.PositionEncodingKind.Utf8, messages=False).messages == []


async def _cancelled(editor: Editor) -> None:
    """The server answers a cancelled request as such, and no work outlives the server."""
    document = editor.open(EXAMPLES / "long.gsst", LONG)
    assert await editor.errors(1) == []
    listed = await editor.text_document_code_lens_async(lsp.CodeLensParams(document)) or ()
    lens = next(one for one in listed if one.command is None)
    first = editor.protocol.send_request(lsp.CODE_LENS_RESOLVE, lens, msg_id="first")
    second = editor.protocol.send_request(lsp.CODE_LENS_RESOLVE, lens, msg_id="second")
    editor.cancel_request(lsp.CancelParams("first"))
    with pytest.raises(JsonRpcException) as cancelled:
        await asyncio.wrap_future(first)
    assert cancelled.value.code == lsp.LSPErrorCodes.RequestCancelled
    editor.change(document, 2, LONG + "\n")
    with pytest.raises(JsonRpcException) as modified:
        await asyncio.wrap_future(second)
    assert modified.value.code == lsp.LSPErrorCodes.ContentModified
    assert await editor.errors(2) == []
    if sys.platform == "linux":
        await _kill(editor)


def children(process: int) -> set[int]:
    """The processes that a process has started."""
    threads = Path(f"/proc/{process}/task").glob("*/children")
    return {int(number) for thread in threads for number in thread.read_text(encoding="ascii").split()}


async def _kill(editor: Editor) -> None:
    """Kill the server, and wait until the processes have ended that it has started."""
    workers = children(editor.server.pid)
    while len(workers) < 2:
        # The second one decides symmetry, which goes on for long.
        await asyncio.sleep(0.01)
        workers = children(editor.server.pid)
    watched = [os.pidfd_open(number) for number in workers]
    os.kill(editor.server.pid, signal.SIGKILL)
    loop = asyncio.get_running_loop()
    for handle in watched:
        ended = asyncio.Event()
        loop.add_reader(handle, ended.set)
        await ended.wait()
        loop.remove_reader(handle)
        os.close(handle)


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (b"garbage\r\n\r\n", "byte 1 of the input: this is not a header line"),
        (b"Content-Type: x\r\n\r\n{}", "byte 18 of the input: a header has no Content-Length"),
        (b"Content-Length: -5\r\n\r\n", "byte 1 of the input: a message has between 1 and"),
        (b"Content-Length: 99999999999\r\n\r\n", "byte 1 of the input: a message has between 1 and"),
        (b"Content-Length: 9\r\n", "byte 20 of the input: the input ends within a header"),
        (b"Content-Length: 9\r\n\r\n{}", "byte 22 of the input: the input ends within a message"),
        (b"content-length:2\r\n\r\n{]", "byte 21 of the input: this message is not JSON"),
        (b"Content-Length: 2\r\n\r\n{}", "byte 22 of the input: this message is not JSON-RPC 2.0"),
        (b"x" * 100_000, "byte 1 of the input: this is not a header line"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_message_ends_the_input(sent: bytes, said: str) -> None:
    source, length = Input(io.BytesIO(sent)), 0
    while line := source.readline():
        if line.startswith(b"Content-Length"):
            length = int(line.split()[1])
        elif line == b"\r\n":
            assert source.read(length) == b""
            break
    assert present(source.problem).startswith(said)


def test_a_strange_input_is_told_and_ends_the_server() -> None:
    ran = subprocess.run([PROGRAM, "lsp"], input="nothing\n", capture_output=True, text=True, timeout=120, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    assert "is not a header line; editors" in ran.stderr


def test_a_signal_ends_the_server_though_its_input_is_open() -> None:
    with subprocess.Popen([PROGRAM, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None
        message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "shutdown"}).encode()
        server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(message), message))
        server.stdin.flush()
        # Its answer says that it waits for the next message.
        assert present(server.stdout).readline().startswith(b"Content-Length")
        server.send_signal(signal.SIGINT)
        assert server.wait(60) == -signal.SIGINT


def test_without_pygls_the_command_says_how_to_get_it() -> None:
    code = "import sys; sys.modules['pygls'] = None; from vsym.cli import main; main()"
    ran = subprocess.run(
        [sys.executable, "-c", code, "lsp"], capture_output=True, text=True, timeout=120, check=False, input=""
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "vsym: the language server needs pygls, which comes with: pip install 'vsym[lsp]'\n"
