/**
 * Runs inside the desk's pages, before their own scripts: measures that a journey must take in the page, in the very
 * frame. Every result is plain data.
 */
(() => {
  const log = () => document.querySelector('[role="log"]');
  const rowsOf = (element) =>
    [...element.querySelectorAll('[data-index]')].sort((left, right) => left.dataset.index - right.dataset.index);
  const textOf = (row) => row.querySelector('[data-text]')?.textContent ?? '';
  const isInView = (row) => {
    const [box, view] = [row.getBoundingClientRect(), log().getBoundingClientRect()];
    return box.top < view.bottom && box.bottom > view.top;
  };
  const frames = async (count) => {
    for (let frame = 0; frame < count; frame += 1) await new Promise((done) => requestAnimationFrame(done));
  };

  let anchor = null;
  let painted = null;

  globalThis.journey = {
    /** The rows of the conversation list that are in the document, from the top. */
    conversations: () =>
      [...document.querySelectorAll('[data-pane="conversations"] [role="option"]')]
        .map((row) => ({
          name: row.getAttribute('aria-label'),
          position: Number(row.getAttribute('aria-posinset')),
          size: Number(row.getAttribute('aria-setsize')),
          isChosen: row.getAttribute('aria-selected') === 'true',
          lastAt: Date.parse(row.querySelector('time').dateTime),
          facts: document.getElementById(row.getAttribute('aria-describedby')).textContent,
        }))
        .sort((left, right) => left.position - right.position),
    scrollConversations: async (top) => {
      const list = document.querySelector('[data-pane="conversations"] [role="listbox"]');
      list.scrollTop = top;
      await frames(2);
      return list.scrollHeight - list.clientHeight - list.scrollTop;
    },

    /** Puts a file into a paste event for the composer. */
    pasteFile: ({ name, base64, type }) => {
      const clipboardData = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      clipboardData.items.add(new File([bytes], name, { type }));
      const composer = document.querySelector('[data-pane="messages"] textarea');
      composer.focus();
      composer.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    },

    /** The rows of the message panel that are in the document, oldest first. */
    messages: () =>
      rowsOf(log()).map((row) => {
        const body = row.querySelector('[data-author]');
        return {
          index: Number(row.dataset.index),
          author: body.dataset.author,
          text: textOf(row),
          isTimeShown: body.querySelector('time[data-shown]') !== null,
          isInView: isInView(row),
        };
      }),
    /** Scrolls the message panel and waits until its rows are drawn; gives the new position. */
    scrollMessages: async (top) => {
      log().scrollTop = top;
      await frames(3);
      return { top: log().scrollTop, toEnd: log().scrollHeight - log().clientHeight - log().scrollTop };
    },
    /**
     * Remembers the first row in view; gives its index, its text and the distance of its lower edge from the panel's
     * upper one. Its upper edge moves without its text when older rows take the day or the sender from above it.
     */
    hold: () => {
      anchor = rowsOf(log()).find((row) => row.getBoundingClientRect().top >= log().getBoundingClientRect().top);
      return globalThis.journey.held();
    },
    held: () => ({
      isThere: anchor.isConnected,
      index: Number(anchor.dataset.index),
      text: textOf(anchor),
      offset: anchor.getBoundingClientRect().bottom - log().getBoundingClientRect().top,
    }),
    settled: () => frames(3),

    /** At the next key, notes whether a message with this text is in view when the frame of that key is painted. */
    watchNextKey: (text) => {
      painted = new Promise((done) => {
        const look = () => done(rowsOf(log()).some((row) => textOf(row) === text && isInView(row)));
        addEventListener('keydown', () => requestAnimationFrame(look), { capture: true, once: true });
      });
    },
    painted: () => painted,

    /** The pane that has the focus, and the kind of element in it. */
    focus: () => {
      const { activeElement } = document;
      return { pane: activeElement.closest('[data-pane]')?.dataset.pane ?? null, tag: activeElement.tagName };
    },

    /** Every word that a person can see, hear or read in a tooltip, except what people wrote in conversations. */
    chrome: () => {
      // A row of the log is named after what was said in it.
      const isData = (element) =>
        element.closest('[data-author] > :first-child > :first-child, [role="option"]') !== null ||
        element.matches('[role="log"] [data-index]');
      const labels = ['aria-label', 'aria-description', 'placeholder', 'data-tip', 'title', 'alt'];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const { parentElement } = node;
        if (parentElement.closest('script, style') === null && !isData(parentElement)) found.push(node.textContent);
      }
      for (const element of document.body.querySelectorAll('*')) {
        if (isData(element)) continue;
        // The label of a named button replaces the text inside it.
        const isSpokenFor = element.parentElement.closest('button[aria-label], [aria-hidden="true"]') !== null;
        for (const label of labels) {
          if (!isSpokenFor || label === 'data-tip') found.push(element.getAttribute(label) ?? '');
        }
      }
      return [...new Set(found.map((text) => text.trim()).filter((text) => text !== ''))];
    },
  };
})();
