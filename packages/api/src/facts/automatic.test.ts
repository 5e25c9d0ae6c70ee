import { expect, it } from 'vitest';
import { automaticAnswer, automaticContent } from './automatic.ts';
import { orderCareContentView } from './order-care.ts';

const video = { fileName: 'a.mp4', bytes: 9_000, width: 320, height: 180, durationSeconds: 4 };
const parts = [{ kind: 'video', videoId: '019ac000-0000-7000-8000-000000000000', title: 'a.mp4', video }];
const firstFault = (read: { readonly error?: { readonly issues: readonly { readonly message: string }[] } }) =>
  read.error?.issues[0]?.message ?? null;

it('lets only automatic answers have a video, and gives the others a reason', () => {
  expect(automaticAnswer(5).parse({ parts }).parts).toEqual(parts);
  expect(firstFault(automaticContent(5).safeParse({ parts }))).toBe('video_only_in_answers');
  const care = { kind: 'pay', country: null, content: { parts } };
  expect(firstFault(orderCareContentView.safeParse(care))).toBe('video_only_in_answers');
  const inThai = { parts: [{ kind: 'text', text: 'a' }], variants: [{ language: 'th', parts }] };
  expect(firstFault(automaticContent(5).safeParse(inThai))).toBe('video_only_in_answers');
  expect(firstFault(automaticContent(5).safeParse({ parts: [{ kind: 'song' }] }))).not.toBe('video_only_in_answers');
});
