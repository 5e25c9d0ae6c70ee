import { CALLS } from '@pasar/api';
import { succeeded } from '@pasar/sync';
import { uuidOf } from '@pasar/sync/testing/builders';
import { expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { poll } from './desk-helpers.ts';
import { FILM } from './film.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest({ size: { width: 1280, height: 800 } });
const model = () => window.backend.model.autoReply;
const TH = { platform: 'shopee', country: 'TH', shopId: null } as const;
const FILE = { name: 'fit.mp4', mimeType: 'video/mp4', buffer: FILM };
const FACTS = { fileName: 'fit.mp4', bytes: 9_000, width: 320, height: 180, durationSeconds: 4 };
const part = { kind: 'video' as const, videoId: uuidOf('answer video'), title: 'fit.mp4', video: FACTS };

async function open(tab: 'Rules' | 'Try it' = 'Rules') {
  await window.enter('/chat/all?lang=en');
  const { page } = window;
  await page.goto(`${window.url}/settings/auto-reply?lang=en`);
  await page.getByRole('tab', { name: tab }).click();
  return page;
}
const usualAnswer = () => window.page.getByRole('group', { name: 'Usual answer', exact: true });
const site = (name: string) => window.page.getByLabel('Site', { exact: true }).selectOption(name);
const shownFrom = (videoId: string) => poll(() => window.backend.media).toContain(`/api/media/automatic/${videoId}`);

it('a keyword rule gets a video, which is stored once, in parts, and shown by its cover and name', async () => {
  const other = { keywordId: uuidOf('other'), keyword: 'fitting', isWhole: false, variants: [] };
  model().put({ ...model().of(TH), keywords: [{ ...other, parts: [{ kind: 'text', text: 'Soon' }] }] });
  const page = await open();
  await site('Thailand');
  await page.getByRole('button', { name: 'Add a keyword rule' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a keyword rule' });
  await adding.getByLabel('Keywords, separated by 、').fill('fitting');
  await adding.getByLabel('Add a video').setInputFiles({ ...FILE, buffer: Buffer.from('no film') });
  await page.getByText('This kind of video cannot be sent. Choose an MP4 file.').waitFor();
  await adding.getByLabel('Add a video').setInputFiles(FILE);
  await adding.getByText('Video: fit.mp4').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await adding.getByRole('button', { name: 'Save' }).click();
  await adding.getByText('Another rule here has the keyword “fitting” already.').waitFor();
  await adding.getByLabel('Keywords, separated by 、').fill('how it fits');
  await adding.getByRole('button', { name: 'Save' }).click();
  await adding.waitFor({ state: 'detached' });
  const [stored] = window.backend.model.automation.videos.values();
  expect(Buffer.from(stored?.bytes ?? [])).toEqual(FILM);
  const ends = window.backend.calls.filter(({ path }) => path === CALLS.automation.endAutomaticVideo.path);
  expect(ends).toHaveLength(1);
  const rule = model().of(TH).keywords.at(-1);
  expect(rule).toMatchObject({
    keyword: 'how it fits',
    parts: [{ kind: 'video', title: 'fit.mp4', video: stored?.video }],
  });

  await page.getByRole('cell', { name: 'Video: fit.mp4' }).waitFor();
  await page.getByRole('button', { name: 'Change the rule “how it fits”' }).click();
  const changing = page.getByRole('dialog', { name: 'Change the keyword rule' });
  await changing.getByText('Video: fit.mp4').waitFor();
  const [kept] = rule?.parts ?? [];
  await shownFrom(kept?.kind === 'video' ? kept.videoId : '');
});

it('the usual answer gets one as well', async () => {
  const page = await open();
  await site('Thailand');
  await usualAnswer().getByLabel('Add a video').setInputFiles(FILE);
  await usualAnswer().getByText('Video: fit.mp4').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await poll(() => model().of(TH).content?.parts).toMatchObject([{ kind: 'video', title: 'fit.mp4' }]);
});

it('is not offered in the rules of a marketplace that takes none', async () => {
  const page = await open();
  await usualAnswer().getByRole('button', { name: 'Add a video' }).waitFor();
  await page.getByLabel('Marketplace', { exact: true }).selectOption('Lazada');
  await usualAnswer().getByRole('button', { name: 'Add a picture' }).waitFor();
  expect(await usualAnswer().getByRole('button', { name: 'Add a video' }).count()).toBe(0);
});

it('is shown by its cover and name to members who may not change the rules, and in the test', async () => {
  const { model: backend } = window.backend;
  backend.setKeys(['chat']);
  model().put({ ...model().of(TH), content: { parts: [part], variants: [] } });
  backend.answerWith(CALLS.autoReply.tryAutoReply, () =>
    succeeded({
      isOfShop: false,
      answer: {
        replyType: 'default',
        keyword: null,
        afterMs: 60_000,
        language: 'th',
        parts: [{ kind: 'video', text: 'fit.mp4', pictureId: uuidOf('tried video') }],
        reason: null,
      },
    }),
  );
  const page = await open();
  await site('Thailand');
  await usualAnswer().getByText('Video: fit.mp4').waitFor();
  await shownFrom(part.videoId);
  await page.getByRole('tab', { name: 'Try it' }).click();
  await page.getByLabel('What the buyer writes').fill('hello');
  await page.getByRole('button', { name: 'Show the answer' }).click();
  await page.getByRole('status', { name: 'Answer' }).getByText('Video: fit.mp4').waitFor();
  await shownFrom(uuidOf('tried video'));
});
