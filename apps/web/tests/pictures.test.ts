import { buffer } from 'node:stream/consumers';
import { CALLS, type MessageView } from '@pasar/api';
import { SCREEN_LIMITS } from '@pasar/domain';
import { toBase64 } from '@pasar/sync';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { log, open, poll, write } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

/** A picture of 3 by 2 pixels, and the smallest there is. */
const RED = 'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AAQQxwFgBB0gX7h/C5SAAAAABJRU5ErkJggg==';
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const fileOf = (name: string, base64 = DOT, mimeType = 'image/png') => ({
  name,
  mimeType,
  buffer: Buffer.from(base64, 'base64'),
});
const IMAGE = CALLS.chat.sendImage.path;

const window = windowOfEachTest();
let page: Page;
beforeEach(async () => {
  page = window.page;
  await window.enter('/chat/all');
  await page.locator('[data-live="live"]').waitFor();
  await open(page, 'John Tan');
});

const box = () => page.getByRole('textbox', { name: 'Message' });
const tray = () => page.getByRole('list', { name: 'Pictures and videos to send' });
const sentPictures = () => log(page).locator('[data-author="seller"]').getByRole('img', { name: 'Image' });
const choose = (...files: ReturnType<typeof fileOf>[]) => page.locator('input[type=file]').setInputFiles(files);
/** A paste or a drop as the browser makes it. */
const hand = (kind: 'paste' | 'drop', name: string, base64 = DOT, type = 'image/png') =>
  page.evaluate(
    ([kind = '', name = '', base64 = '', type = '']) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name, { type }));
      const init = { bubbles: true, cancelable: true };
      const event =
        kind === 'paste'
          ? new ClipboardEvent(kind, { ...init, clipboardData: transfer })
          : new DragEvent(kind, { ...init, dataTransfer: transfer });
      const area = document.querySelector('[data-pane="messages"] textarea');
      const target = kind === 'paste' ? area : area?.closest('[data-pane]');
      target?.dispatchEvent(event);
    },
    [kind, name, base64, type],
  );
const isDrawn = () =>
  sentPictures()
    .last()
    .evaluate((image) => (image as HTMLImageElement).naturalWidth > 0);
const namesSent = () =>
  window.backend.calls
    .filter((call) => call.path === IMAGE)
    .map(({ input }) => CALLS.chat.sendImage.input.parse(input).fileName);

/** How many pictures the browser keeps; the database is the client's own to make. */
const keptByBrowser = () =>
  page.evaluate(async () => {
    const all = await indexedDB.databases();
    if (!all.some(({ name }) => name === 'pasar')) return 0;
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('pasar');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const counting = opening.result.transaction('unsent-pictures').objectStore('unsent-pictures').count();
        counting.onsuccess = () => {
          opening.result.close();
          resolve(counting.result);
        };
      };
    });
  });

describe('a picture', () => {
  it('that is pasted waits over the text, goes out with Enter, and is one row from then on', async () => {
    const before = await box().boundingBox();
    await box().focus();
    await hand('paste', 'a.png', RED);
    await tray().getByRole('img', { name: 'a.png' }).waitFor();
    expect(await box().boundingBox()).toEqual(before);
    await poll(() => box().evaluate((area) => document.activeElement === area)).toBe(true);
    window.backend.model.chat.fate = 'pending';
    await box().press('Enter');
    await sentPictures().waitFor();
    expect(await tray().count()).toBe(0);
    await poll(isDrawn).toBe(true);
    const row = log(page).locator('[data-author="seller"]', { has: page.getByRole('img', { name: 'Image' }) });
    await row.locator('[data-mark="pending"]').waitFor();
    // So small that it is drawn larger than it is; the marketplace will not say how large it is.
    const size = await sentPictures().boundingBox();
    expect([size?.width, size?.height]).toEqual([24, 24]);
    const [clientId = ''] = window.backend.model.chat.pictures.keys();
    window.backend.model.chat.settle(clientId, 'confirmed');
    await row.locator('[data-mark="sent"]').waitFor();
    await poll(() => sentPictures().count()).toBe(1);
    expect(await isDrawn()).toBe(true);
    const { width, height } = (await sentPictures().boundingBox()) ?? {};
    expect([width, height]).toEqual([size?.width, size?.height]);
    expect([...window.backend.model.chat.pictures.values()].map((bytes) => toBase64(bytes))).toEqual([RED]);
  });

  it('can be dropped, chosen and removed again; what is left goes out in its order, before the words', async () => {
    await hand('drop', 'dropped.png');
    await tray().getByRole('img', { name: 'dropped.png' }).waitFor();
    await choose(fileOf('b.png'), fileOf('c.png'));
    await tray().getByRole('img', { name: 'c.png' }).waitFor();
    await page.getByRole('status').filter({ hasText: '3 files go out with Enter' }).waitFor();
    await page.getByRole('button', { name: 'Remove b.png' }).press('Enter');
    await tray().getByRole('img', { name: 'b.png' }).waitFor({ state: 'detached' });
    await write(page, 'as you see');
    await log(page).getByText('as you see').waitFor();
    await poll(() => window.backend.calls.filter(({ path }) => path.startsWith('/api/desk/send')).length).toBe(3);
    expect(namesSent()).toEqual(['dropped.png', 'c.png']);
    expect(window.backend.calls.at(-1)?.path === IMAGE).toBe(false);
  });

  it('make the row of the conversation show a draft while another is open', async () => {
    const row = page.getByRole('option', { name: 'John Tan', exact: true });
    await choose(fileOf('a.png'), fileOf('b.png'));
    await tray().getByRole('img', { name: 'b.png' }).waitFor();
    expect(await row.getByText('[Draft]').count()).toBe(0);
    await open(page, 'nguyen_thi_mai');
    await row.getByText('[Draft] [Image]', { exact: true }).waitFor();
    await open(page, 'John Tan');
    await box().fill('as you see');
    await open(page, 'nguyen_thi_mai');
    await row.getByText('[Draft] [Image] as you see', { exact: true }).waitFor();
    await open(page, 'John Tan');
    await page.getByRole('button', { name: 'Remove a.png' }).click();
    await page.getByRole('button', { name: 'Remove b.png' }).click();
    await box().fill('');
    await open(page, 'nguyen_thi_mai');
    expect(await row.getByText('[Draft]').count()).toBe(0);
  });

  it('of another kind, broken or too large is refused, each with its reason, and nothing of it is attached', async () => {
    await choose(
      fileOf('moving.gif', 'R0lGODlhAQABAAAAACw=', 'image/gif'),
      fileOf('broken.png', btoa('no picture')),
      fileOf('list.xlsx', btoa('no picture'), 'application/vnd.ms-excel'),
    );
    await page.getByText('moving.gif and list.xlsx not attached: only JPG and PNG pictures can be sent.').waitFor();
    await page.getByText('broken.png could not be read: not a picture, or damaged.').waitFor();
    await page.evaluate(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(51 * 1024 * 1024)], 'poster.png', { type: 'image/png' }));
      const pane = document.querySelector('[data-pane="messages"]');
      pane?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }));
    });
    await page.getByText('poster.png not attached: too large, and could not be made smaller than 2 MB.').waitFor();
    expect(await tray().count()).toBe(0);
    await choose(...Array.from({ length: 11 }, (_, number) => fileOf(`${number}.png`)));
    await page.getByText('At most 9 pictures and videos can be sent at once.').waitFor();
    await poll(() => tray().getByRole('listitem').count()).toBe(9);
  });

  it('that is too large is made smaller, upright, which is said beside it, and goes out so', async () => {
    // Noise, which does not become smaller by itself: on its side as a phone writes it, with 6 for "turn to the right".
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(1800, 1200);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      const noise = context.createImageData(1800, 1200);
      for (let at = 0; at < noise.data.length; at += 65_536) {
        crypto.getRandomValues(noise.data.subarray(at, at + 65_536));
      }
      for (let at = 3; at < noise.data.length; at += 4) noise.data[at] = 255;
      context.putImageData(noise, 0, 0);
      const plain = new Uint8Array(
        await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 })).arrayBuffer(),
      );
      const exif = [0xff, 0xe1, 0, 34, 69, 120, 105, 102, 0, 0, 77, 77, 0, 42, 0, 0, 0, 8, 0, 1];
      const orientation = [1, 18, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0];
      const turned = [plain.subarray(0, 2), new Uint8Array([...exif, ...orientation]), plain.subarray(2)];
      const transfer = new DataTransfer();
      transfer.items.add(new File(turned, 'phone.JPEG', { type: 'image/jpeg' }));
      const pane = document.querySelector('[data-pane="messages"]');
      pane?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }));
    });
    const item = tray().getByRole('listitem');
    await item.getByText('Made smaller').waitFor({ timeout: 30_000 });
    const said = /([\d.]+) → ([\d.]+) MB/.exec(await item.innerText());
    expect(Number(said?.[1])).toBeGreaterThan(2);
    expect(Number(said?.[2])).toBeLessThanOrEqual(2);
    const shown = await item.getByRole('img', { name: 'phone.jpg' }).evaluate((image) => {
      const { naturalWidth, naturalHeight } = image as HTMLImageElement;
      return naturalWidth / naturalHeight;
    });
    expect(shown).toBeCloseTo(2 / 3, 2);
    await box().press('Enter');
    await poll(() => window.backend.model.chat.pictures.size).toBe(1);
    const [bytes] = window.backend.model.chat.pictures.values();
    expect(bytes?.length).toBeLessThanOrEqual(SCREEN_LIMITS.chatImageBytes);
    expect(namesSent()).toEqual(['phone.jpg']);
  });

  it('that is dragged over the conversation is welcomed in words', async () => {
    const panel = page.getByRole('region', { name: 'Messages' });
    const drag = (kind: string) =>
      panel.evaluate((pane, name) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([], 'a.png', { type: 'image/png' }));
        pane.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: transfer }));
      }, kind);
    await drag('dragover');
    const words = () => panel.evaluate((pane) => getComputedStyle(pane, '::after').content);
    expect(await words()).toBe('"Drop files here to attach them"');
    await drag('dragleave');
    expect(await words()).toBe('none');
  });

  it('that the server did not get before a reload is shown and sent afterwards, once', async () => {
    window.backend.broken.add(IMAGE);
    await choose(fileOf('a.png', RED));
    await tray().waitFor();
    await box().press('Enter');
    await poll(() => namesSent().length).toBeGreaterThan(0);
    await poll(keptByBrowser).toBe(1);
    await page.reload();
    await page.locator('[data-live="live"]').waitFor();
    await open(page, 'John Tan');
    await poll(isDrawn).toBe(true);
    window.backend.broken.clear();
    await poll(() => window.backend.model.chat.pictures.size).toBe(1);
    await log(page).locator('[data-mark="sent"]').last().waitFor();
    await poll(() => sentPictures().count()).toBe(1);
    await poll(keptByBrowser).toBe(0);
    await poll(() =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('pending')).length),
    ).toBe(0);
  });

  it('of a message is drawn from its address, and through our server where that gives nothing', async () => {
    const { model } = window.backend;
    const pictures = log(page).getByRole('img', { name: 'Image' });
    const before = await pictures.count();
    const found = [...model.chat.conversations.values()].find(({ buyer }) => buyer.name === 'John Tan');
    model.chat.pictures.set('theirs', Buffer.from(RED, 'base64'));
    const receive = (url: string) => {
      const picture = { url, thumbUrl: null, width: 3, height: 2 };
      const content = { type: 'image' as const, picture, wireType: 'image', raw: null };
      return model.chat.receive(found?.conversationId ?? '', { content }).messageId;
    };
    const ids = [`${window.url}/not-for-everybody.png`, 'private://theirs'].map(receive);
    await poll(() => pictures.count()).toBe(before + 2);
    await poll(() => pictures.last().evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(3);
    await poll(() => window.backend.media.toSorted()).toEqual(ids.map((id) => `/api/media/${id}`).toSorted());
    model.chat.pictures.clear();
    receive('private://lost');
    await log(page).getByText('The picture could not be loaded').waitFor();
    // Our server asks in the shop's name: when the shop is back, it is asked once more.
    const shop = model.shops.byId.get(found?.shopId ?? '');
    if (shop === undefined) throw new Error('no such shop');
    const away = { state: 'interrupted', refusal: null } as const;
    model.append({ kind: 'shop', shop: { ...shop, connection: away } });
    await page.getByRole('button', { name: '4 of 11 shops are not connected' }).waitFor();
    model.chat.pictures.set('theirs', Buffer.from(RED, 'base64'));
    model.append({ kind: 'shop', shop });
    await poll(() => pictures.count()).toBe(before + 3);
    await poll(() => pictures.last().evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(3);
  });

  it('of a message is saved as a file from our server; where it does not come, that is said', async () => {
    const { model } = window.backend;
    await log(page).waitFor();
    const talk = [...model.chat.conversations.values()].find(({ buyer }) => buyer.name === 'John Tan');
    if (talk === undefined) throw new Error('no such conversation');
    model.chat.pictures.set('theirs', Buffer.from(RED, 'base64'));
    const picture = { url: 'https://cdn.example/whole.png', thumbUrl: null, width: 3, height: 2 };
    await page.route('https://cdn.example/**', (route) => route.abort());
    const { messageId } = model.chat.receive(talk.conversationId, {
      content: { type: 'image', picture, wireType: 'image', raw: null },
    });
    await log(page).getByRole('link', { name: 'Open the whole picture' }).last().waitFor();
    const save = async () => {
      await log(page).getByRole('button', { name: 'Message actions' }).last().click();
      await page.getByRole('menuitem', { name: 'Save picture' }).click();
    };
    const downloading = page.waitForEvent('download');
    await save();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`${messageId}.png`);
    expect((await buffer(await download.createReadStream())).toString('base64')).toBe(RED);

    model.chat.pictures.clear();
    await save();
    await page.getByText('The picture could not be saved. Try again.').waitFor();
  });

  it('of a shop behind a proxy are drawn from our server alone: buyers, pictures and cards', async () => {
    const { model, media } = window.backend;
    const foreign: string[] = [];
    await page.route('https://cdn.example/**', async (route) => {
      foreign.push(new URL(route.request().url()).pathname);
      await route.fulfill({ contentType: 'image/png', body: Buffer.from(RED, 'base64') });
    });
    model.chat.pictures.set('theirs', Buffer.from(RED, 'base64'));
    const found = [...model.chat.conversations.values()].find(({ buyer }) => buyer.name === 'John Tan');
    const shop = model.shops.byId.get(found?.shopId ?? '');
    if (found === undefined || shop === undefined) throw new Error('no such conversation');
    const isolate = (isIsolated: boolean) => {
      model.shops.byId.set(shop.shopId, { ...shop, isIsolated });
      model.append({ kind: 'shop', shop: { ...shop, isIsolated } });
    };
    isolate(true);
    const at = (name: string) => `https://cdn.example/${name}.png`;
    model.chat.setConversation({ ...found, buyer: { ...found.buyer, avatarUrl: at('face') } });
    const receive = (content: MessageView['content']) =>
      model.chat.receive(found.conversationId, { content }).messageId;
    const kept = { wireType: 'card', raw: null };
    const picture = { url: at('whole'), thumbUrl: at('small'), width: 3, height: 2 };
    const product = { itemId: '1', title: 'Lamp', price: null, oldPrice: null, iconUrl: at('lamp'), actionUrl: null };
    const order = { orderId: '9', orderNumber: null, status: null, total: null, iconUrl: at('order') };
    const ids = [
      receive({ type: 'image', picture, ...kept }),
      receive({ type: 'products', products: [product, { ...product, itemId: '2' }], ...kept }),
      receive({ type: 'order', order, ...kept }),
    ];
    await poll(() => [...new Set(media)].toSorted()).toEqual(
      [
        `/api/media/buyers/${found.conversationId}`,
        `/api/media/${ids[0]}`,
        `/api/media/${ids[1]}/cards/0`,
        `/api/media/${ids[1]}/cards/1`,
        `/api/media/${ids[2]}/cards/0`,
      ].toSorted(),
    );
    const whole = log(page).getByRole('link', { name: 'Open the whole picture' }).last();
    await poll(() => whole.getAttribute('href')).toBe(`/api/media/${ids[0]}`);
    expect(foreign).toEqual([]);
    // The same page, once the shop leaves as this browser may.
    isolate(false);
    await poll(() => [...new Set(foreign)].toSorted()).toEqual(
      ['/face.png', '/lamp.png', '/order.png', '/small.png'].toSorted(),
    );
  });

  it('that failed is tried again or removed; one in doubt goes out again as a new one', async () => {
    window.backend.model.chat.fate = 'failed';
    await choose(fileOf('a.png', RED));
    await tray().waitFor();
    await box().press('Enter');
    const failed = log(page).locator('[data-mark="failed"]');
    await failed.waitFor();
    expect(await failed.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    await failed.getByRole('button', { name: 'Remove' }).click();
    await poll(() => sentPictures().count()).toBe(0);
    await failed.waitFor({ state: 'detached' });

    window.backend.model.chat.fate = 'unconfirmed';
    await choose(fileOf('b.png', RED));
    await tray().waitFor();
    await box().press('Enter');
    const doubt = log(page).locator('[data-mark="unconfirmed"]');
    await doubt.waitFor();
    window.backend.model.chat.fate = 'confirmed';
    await doubt.getByRole('button', { name: 'Send as a new message' }).click();
    await page.getByRole('dialog').getByText('[Image] b.png').waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await doubt.waitFor({ state: 'detached' });
    await poll(() => namesSent()).toEqual(['a.png', 'b.png', 'b.png']);
    await poll(() => sentPictures().count()).toBe(1);
  });
});
