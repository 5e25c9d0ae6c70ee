/** Typing in both directions: the shop's is shown until it fades, the buyer's is told while it lasts. */
const FADES_AFTER_MS = 10_000;
/** Interval at which continued typing is told; a pause of the same length ends it. */
const TOLD_EVERY_MS = 4_000;

export function createSellerTyping({ texts }) {
  const line = document.querySelector('#typing');
  let timer;
  return {
    show(name, isTyping) {
      clearTimeout(timer);
      line.textContent = isTyping ? texts.typing(name) : '';
      if (isTyping) timer = setTimeout(() => this.show(name, false), FADES_AFTER_MS);
    },
  };
}

/** `tell` tells the marketplace whether the buyer types. */
export function createBuyerTyping(tell) {
  let toldAt = null;
  let pause;
  const stop = () => {
    clearTimeout(pause);
    if (toldAt !== null) tell(false);
    toldAt = null;
  };
  return {
    /** `text` is the new content of the field. */
    changed(text) {
      if (text === '') {
        stop();
        return;
      }
      clearTimeout(pause);
      pause = setTimeout(stop, TOLD_EVERY_MS);
      if (toldAt !== null && Date.now() - toldAt < TOLD_EVERY_MS) return;
      toldAt = Date.now();
      tell(true);
    },
    stop,
  };
}
