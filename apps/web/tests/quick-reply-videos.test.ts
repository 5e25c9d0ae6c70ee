import { CALLS } from '@pasar/api';
import { succeeded } from '@pasar/sync';
import { uuidOf } from '@pasar/sync/testing/builders';
import { describe, expect, it } from 'vitest';
import { log, open, poll } from './desk-helpers.ts';
import { FILM } from './film.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();

/** The panel beside a conversation: John Tan writes to TikTok Shop, nguyen_thi_mai to Shopee. */
async function enter(buyer: string) {
  await window.enter('/chat/all?lang=en');
  const { page } = window;
  await open(page, buyer);
  await page.getByRole('tab', { name: 'Quick replies' }).click();
  return { page, side: page.getByRole('tabpanel', { name: 'Quick replies' }) };
}

describe('the video of a reply', () => {
  const VIDEO_ID = uuidOf('reply video');
  const FACTS = { fileName: 'fit.mp4', bytes: 9_000, width: 320, height: 180, durationSeconds: 4 };
  const part = { kind: 'video' as const, videoId: VIDEO_ID, title: 'fit.mp4', video: FACTS };
  const inputsOf = (path: string) =>
    window.backend.calls.filter((call) => call.path === path).map(({ input }) => input);

  it('is stored in parts with the reply, and shown by its name', async () => {
    const { model } = window.backend;
    const received: Uint8Array[] = [];
    model.answerWith(CALLS.quickReplies.beginReplyVideo, () => succeeded({ received: 0 }));
    model.answerWith(CALLS.quickReplies.putReplyVideoPart, ({ part: bytes }) => {
      received.push(Buffer.from(bytes, 'base64'));
      return succeeded({ received: Buffer.concat(received).length });
    });
    model.answerWith(CALLS.quickReplies.endReplyVideo, () => succeeded({ videoId: VIDEO_ID, video: FACTS }));
    const { page, side } = await enter('nguyen_thi_mai');
    await side.getByRole('button', { name: 'New quick reply' }).click();
    const dialog = page.getByRole('dialog', { name: 'New quick reply' });
    await dialog.getByRole('textbox', { name: 'Name of the group' }).fill('Films');
    const file = { name: 'fit.mp4', mimeType: 'video/mp4', buffer: Buffer.from(FILM) };
    await dialog.getByLabel('Add a video').setInputFiles({ ...file, buffer: Buffer.from('no film') });
    await page.getByText('This kind of video cannot be sent. Choose an MP4 file.').waitFor();
    await dialog.getByLabel('Add a video').setInputFiles(file);
    await dialog.getByText('Video: fit.mp4').waitFor();
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Fitting');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(Buffer.concat(received)).toEqual(Buffer.from(FILM));
    expect(model.quickReplies.replies).toMatchObject([{ title: 'Fitting', parts: [part] }]);
  });

  it('is sent without travelling again, and left out where the marketplace has none', async () => {
    const { model } = window.backend;
    model.chat.replyVideos.set(VIDEO_ID, FACTS);
    model.quickReplies.add('Films', 'Fitting', { parts: [{ kind: 'text', text: 'Look:' }, part] });
    const { page, side } = await enter('nguyen_thi_mai');
    await side.getByRole('button', { name: 'Insert: Fitting' }).click();
    await page.getByText('Not inserted, because cards and videos can only be sent at once: Video: fit.mp4').waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('');
    await side.getByRole('button', { name: 'Send at once: Fitting' }).click();
    await log(page).getByText('Look:').waitFor();
    await poll(() => inputsOf(CALLS.chat.takeReplyVideo.path)).toMatchObject([{ videoId: VIDEO_ID }]);
    await poll(() => inputsOf(CALLS.chat.sendVideo.path)).toHaveLength(1);
    expect(inputsOf(CALLS.chat.putVideoPart.path)).toEqual([]);
    await open(page, 'John Tan');
    await side.getByRole('button', { name: 'Send at once: Fitting' }).click();
    await page.getByText('Not sent, because TikTok Shop has no way to send it in a chat: Video: fit.mp4').waitFor();
    expect(inputsOf(CALLS.chat.takeReplyVideo.path)).toHaveLength(1);
  });
});
