/** The message that the next message answers. */
import { wordsOf } from './bubbles.js';

export function createAnswer({ texts }) {
  const bar = document.querySelector('#answering');
  const words = document.querySelector('#answering-words');
  const composer = document.querySelector('#message');
  let messageId = null;
  const clear = () => {
    messageId = null;
    bar.hidden = true;
  };
  document.querySelector('#no-answer').addEventListener('click', () => {
    clear();
    composer.focus();
  });
  return {
    to(message) {
      messageId = message.messageId;
      words.textContent = texts.answering(wordsOf(message, texts));
      bar.hidden = false;
      composer.focus();
    },
    clear,
    /** Drops the answered message when it was taken back. */
    forget(recalledId) {
      if (recalledId === messageId) clear();
    },
    messageId: () => messageId,
  };
}
