/** Runs inside every contender's page: switches conversations and watches the frames that follow. */
(() => {
  const WATCHED_FRAMES = 5;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const lastRow = () => [...document.querySelectorAll('[role="log"] [data-index]')].at(-1);
  const look = () => {
    const box = document.querySelector('[role="log"]');
    const row = lastRow();
    return {
      bottom: row === undefined ? Number.NaN : Math.round(row.getBoundingClientRect().bottom),
      gap: box === null ? Number.NaN : Math.round(box.scrollHeight - box.scrollTop - box.clientHeight),
      text: row?.textContent ?? '',
    };
  };
  /**
   * Watches some frames; gives the text of the newest message, the frame from which it stood still (1 is the first),
   * and its distance from the end.
   */
  const settle = async () => {
    const seen = [];
    for (let count = 0; count < WATCHED_FRAMES; count += 1) {
      await frame();
      seen.push(look());
    }
    const end = seen.at(-1);
    const settled = seen.findLastIndex(({ bottom, text }) => bottom !== end.bottom || text !== end.text) + 2;
    return { settled, gap: end.gap, text: end.text };
  };
  globalThis.switching = {
    desk: async (id) => {
      document.getElementById(`conversation-${id}`).click();
      return settle();
    },
    plain: async (id) => {
      globalThis.plainList.show(id);
      return settle();
    },
    /** Scrolls back to the beginning of the conversation; gives the number of messages held. */
    readAll: async () => {
      const box = document.querySelector('[role="log"]');
      while (document.querySelector('[data-older="no"]') === null) {
        box.scrollTop = 0;
        await frame();
      }
      return box.querySelectorAll('[data-index]').length;
    },
  };
})();
