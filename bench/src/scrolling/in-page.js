/** Runs inside the desk's page: scrolls its list of conversations as a hand on a wheel does, and notes each frame. */
(() => {
  const list = () => document.querySelector('#conversation-options');
  const rows = () => [...list().querySelectorAll('[role="option"]')];
  const nextFrame = () => new Promise((done) => requestAnimationFrame(done));
  globalThis.scrolling = {
    /**
     * Scrolls for a time. Gives the milliseconds of each frame, of those in which the list could not go on because it had no
     * further rows yet, and the number of frames in which a part of the view was empty.
     */
    scroll: async (forMs, pxEach) => {
      const frames = [];
      let stalledMs = 0;
      let empty = 0;
      let before = await nextFrame();
      const startedAt = before;
      while (before - startedAt < forMs) {
        const from = list().scrollTop;
        list().scrollTop = from + pxEach;
        const now = await nextFrame();
        frames.push(now - before);
        if (list().scrollTop <= from) stalledMs += now - before;
        const view = list().getBoundingClientRect();
        const shown = rows().map((row) => row.getBoundingClientRect());
        const isFull = shown.some(({ top }) => top <= view.top) && shown.some(({ bottom }) => bottom >= view.bottom);
        if (!isFull) empty += 1;
        before = now;
      }
      return { frames, stalledMs, empty, top: list().scrollTop };
    },
    /** Opens a tab of the list. Gives the milliseconds from the press to the frame that shows its rows. */
    open: async (tab) => {
      const shown = () =>
        rows()
          .map(({ id }) => id)
          .join();
      const before = shown();
      const startedAt = performance.now();
      document.querySelector(`[role="tab"][data-tab="${tab}"]`).click();
      do {
        await nextFrame();
        if (performance.now() - startedAt > 10_000) throw new Error(`the tab ${tab} shows no other rows`);
      } while (rows().length === 0 || shown() === before);
      return performance.now() - startedAt;
    },
  };
})();
