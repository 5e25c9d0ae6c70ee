/**
 * The alternative to the desk: a text box, and a row by hand for each shop. It parses the same frames and writes the
 * newest message of a shop into its row. Nothing is checked, kept or sorted.
 */
(() => {
  const { url, shops } = globalThis.plainPage;
  const area = document.body.appendChild(document.createElement('textarea'));
  const list = document.body.appendChild(document.createElement('div'));
  const rows = new Map(
    shops.map(({ shopId, name }) => {
      const row = list.appendChild(document.createElement('div'));
      row.append(`${name} `, document.createElement('span'));
      return [shopId, row.lastChild];
    }),
  );
  const socket = new WebSocket(url);
  socket.addEventListener('message', ({ data }) => {
    const { changes = [] } = JSON.parse(data);
    for (const { kind, conversation } of changes) {
      if (kind === 'conversation') rows.get(conversation.shopId).textContent = conversation.lastMessage.text;
    }
  });
  socket.addEventListener('open', () => {
    area.dataset.live = '';
  });
  area.focus();
})();
