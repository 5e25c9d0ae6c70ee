/** Runs inside every contender's page: notes how long each pressed key waited for its handler. */
(() => {
  const waits = [];
  addEventListener('keydown', (event) => waits.push(performance.now() - event.timeStamp), { capture: true });
  globalThis.typing = {
    /** The waits since the last call, in milliseconds. */
    take: () => waits.splice(0),
  };
})();
