// Runs in the page of the bench.

const pressed = [];
/** For each key a promise of the time until its frame was painted. */
addEventListener(
  'keydown',
  (event) => {
    pressed.push(
      new Promise((resolve) => {
        requestAnimationFrame(() => {
          // A message after the frame's callbacks is handled when the frame was painted.
          const painted = new MessageChannel();
          painted.port1.onmessage = () => resolve(performance.now() - event.timeStamp);
          painted.port2.postMessage(null);
        });
      }),
    );
  },
  { capture: true },
);

/** The time of the last key, and the rows that are there. */
globalThis.lastKey = async (rows) => {
  const ms = await pressed.at(-1);
  return { ms, rows: document.querySelectorAll(rows).length };
};

/** A field and a list of the same size as the desk's: every key filters all replies and makes the rows anew. */
globalThis.makeBareFilter = (replies, most) => {
  const frame = document.createElement('div');
  frame.style.cssText = 'position:fixed;inset:0 auto auto 0;z-index:99;width:600px;background:canvas';
  const field = document.createElement('input');
  field.id = 'bare-field';
  const list = document.createElement('div');
  list.style.cssText = 'height:340px;overflow:auto';
  frame.append(field, list);
  document.body.append(frame);
  field.addEventListener('input', () => {
    const words = field.value.replace(/^\//, '').toLowerCase();
    const found = replies.filter(
      ({ title, text }) => title.toLowerCase().includes(words) || text.toLowerCase().includes(words),
    );
    const rows = field.value === '' ? [] : found.slice(0, most);
    list.replaceChildren(
      ...rows.map(({ title, text }) => {
        const row = document.createElement('div');
        row.className = 'bare-row';
        const [name, said] = [document.createElement('b'), document.createElement('span')];
        name.textContent = title;
        said.textContent = text;
        row.append(name, ' ', said);
        return row;
      }),
    );
  });
};
