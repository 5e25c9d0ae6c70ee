import { join } from 'node:path';
import { uuidOf } from '@pasar/sync/testing/builders';
import { createServer } from 'vite';
import { fill } from './builders.ts';
import { DETAIL_STORIES, detailStories, SENT_STORIES, sendStories } from './card-stories.ts';
import { FakeBackend } from './fake-backend.ts';
import { HOST, kindsOf } from './kinds.ts';

/**
 * `npm run dev` runs this beside the demo: the desk over a backend in memory, in which one conversation has a message
 * of every kind, and others have the cards that the shop sends and those whose facts are asked for. The screens are those of the sources, with hot reload; the language and the colours are chosen in them
 * as in the product.
 */
const PORT = 5174;
const FEW_CONVERSATIONS = 24;
const WORDS = 'ไฟอ่านหนังสือ 阅读灯 Reading lamp with a long name, https://shopee.sg/p/1';

const WEB = join(import.meta.dirname, '..');

/** Port 0: any free port. */
export async function openGallery(port: number): Promise<{ readonly url: string; close(): Promise<void> }> {
  const backend = new FakeBackend(join(WEB, 'public'));
  backend.isSignedInAtOnce = true;
  fill(backend.model, FEW_CONVERSATIONS, () => 3);
  for (const content of Object.values(kindsOf(WORDS))) {
    backend.model.chat.receive(uuidOf('conversation 9'), { content });
  }
  sendStories(backend.model, WORDS, `${HOST}/lamp.png`);
  detailStories(backend.model, WORDS, `${HOST}/lamp.png`);
  const origin = await backend.start();
  const vite = await createServer({
    root: WEB,
    configFile: join(WEB, 'vite.config.ts'),
    logLevel: 'warn',
    server: { port, strictPort: port !== 0, proxy: { '/api': { target: origin, ws: true } } },
  });
  await vite.listen();
  const [url] = vite.resolvedUrls?.local ?? [];
  if (url === undefined) throw new Error('Vite has no address');
  const close = async () => {
    await vite.close();
    await backend.stop();
  };
  return { url, close };
}

if (import.meta.main) {
  const { url, close } = await openGallery(PORT);
  console.log(`A message of every kind: ${url}chat/all, in the conversation with John Tan`);
  console.log(
    `Cards of the shop in every state: with ${SENT_STORIES.buyer}; asked-for facts: with ${DETAIL_STORIES.buyer}`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
}
