/**
 * The calls of the control API that the phone makes. They reject with an Error whose message can be shown to a person.
 */
async function call(path, options, unreachable) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (cause) {
    throw new Error(unreachable, { cause });
  }
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const body = isJson ? await response.json() : null;
  if (!response.ok) throw new Error(body?.message ?? `HTTP ${response.status}`);
  return body;
}

export function createApi(unreachable) {
  const get = (path) => call(path, {}, unreachable);
  const post = (path, body) =>
    call(
      path,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      unreachable,
    );
  return {
    /** The shops that are on a desk at the start, then the shops that a person may authorise. */
    async shops() {
      const answers = await Promise.all([get('/sim/state'), get('/sim/state?seller=unclaimed')]);
      return answers.flatMap(({ shops }) => shops);
    },
    logins: () => get('/sim/logins'),
    codes: () => get('/sim/codes'),
    conversation: (address, limit) => get(`/sim/conversations?${new URLSearchParams({ ...address, limit })}`),
    /** `quoteMessageId` is null for a message that answers none. */
    send: (address, from, text, quoteMessageId) =>
      post('/sim/messages', {
        ...address,
        from,
        kind: 'text',
        content: text,
        ...(quoteMessageId === null ? {} : { quoteMessageId }),
      }),
    /** `message`: its kind and content in the marketplace's own form. */
    post: (address, from, message) => post('/sim/messages', { ...address, from, ...message }),
    typing: (address, isTyping) => post('/sim/typing', { ...address, isTyping }),
    recall: (address, by, messageId) => post('/sim/recalls', { ...address, by, messageId }),
    read: (address, by) => post('/sim/reads', { ...address, by }),
    chatter: () => get('/sim/chatter'),
    setChatter: (ratePerMinute) => post('/sim/chatter', { ratePerMinute }),
  };
}

const EVENT_KINDS = ['message', 'sellerRead', 'buyerRead', 'recalled', 'sellerTyping', 'pinned', 'status', 'code'];

/** `onLink(true)` is called when the stream opens again; then the shown conversation must be loaded again. */
export function followEvents({ onEvent, onLink }) {
  const source = new EventSource('/sim/events');
  source.addEventListener('open', () => onLink(true));
  source.addEventListener('error', () => onLink(false));
  for (const kind of EVENT_KINDS) source.addEventListener(kind, (event) => onEvent(JSON.parse(event.data)));
  return () => source.close();
}
