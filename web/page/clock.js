// A clock in a worker of its own, as the timers of a page that nobody sees stand almost still: it ticks while it is to.
const PERIOD = 250;

/** @type {ReturnType<typeof setInterval> | undefined} */
let running;

addEventListener("message", ({ data: wanted }) => {
  clearInterval(running);
  running = wanted ? setInterval(() => postMessage(null), PERIOD) : undefined;
});
