import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { drawText, PIECE_WIDTH } from './captcha.ts';
import { createDemands } from './demand-board.ts';
import { CODE_RULES, type SentCode } from './demands.ts';
import type { SideEntry } from './journal.ts';
import { createRandom } from './random.ts';

const SELLER = ['shopee', 'kopi.sg'] as const;

function board(kept: SideEntry[] = []) {
  const clock = { now: 1_000_000 };
  const aside = { entries: [...kept], append: (entry: SideEntry) => void kept.push(entry) };
  const initial = (_: string, identifier: string) =>
    identifier === 'refused' ? { demands: [], remaining: null, refusal: 'error_banned' } : null;
  return { clock, kept, demands: createDemands({ now: () => clock.now, aside, initial }) };
}
function sent(code: SentCode | null): SentCode {
  if (code === null) throw new Error('no code was sent');
  return code;
}
const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000');

test('demands are kept by account, count down with each login, and survive a restart', () => {
  const { demands, kept } = board();
  expect(demands.of(...SELLER)).toEqual({ demands: [], remaining: null, refusal: null });
  demands.set('shopee', ' Kopi.SG ', { demands: ['captcha', 'otp'], remaining: 2, refusal: null });
  expect(demands.of('lazada', 'kopi.sg').demands).toEqual([]);
  demands.loggedIn(...SELLER);
  expect(demands.of(...SELLER)).toEqual({ demands: ['captcha', 'otp'], remaining: 1, refusal: null });
  const again = board(kept).demands;
  expect(again.of(...SELLER)).toEqual({ demands: ['captcha', 'otp'], remaining: 1, refusal: null });
  again.loggedIn(...SELLER);
  again.loggedIn(...SELLER);
  expect(again.of(...SELLER)).toEqual({ demands: [], remaining: 0, refusal: null });
});

test('demands without a count stay, and initial demands hold until others are set', () => {
  const { demands } = board();
  demands.set(...SELLER, { demands: ['vcode'], remaining: null, refusal: null });
  demands.loggedIn(...SELLER);
  expect(demands.of(...SELLER).demands).toEqual(['vcode']);
  expect(demands.of('lazada', 'Refused').refusal).toBe('error_banned');
  demands.set('lazada', 'refused', { demands: [], remaining: null, refusal: null });
  expect(demands.of('lazada', 'refused').refusal).toBeNull();
});

test('only the newest code is right, once, for ten minutes', () => {
  const { demands, clock } = board();
  expect(demands.checkCode(...SELLER, '123456')).toBe('wrong');
  const heard: SentCode[] = [];
  const stop = demands.onCode((code) => heard.push(code));
  const one = sent(demands.sendCode(...SELLER, 'sms'));
  expect(one.code).toMatch(/^[0-9]{6}$/);
  expect(demands.checkCode(...SELLER, one.code)).toBe('right');
  expect(demands.checkCode(...SELLER, one.code)).toBe('wrong');
  clock.now += CODE_RULES.resendAfterMs;
  const two = sent(demands.sendCode(...SELLER, 'email'));
  clock.now += CODE_RULES.lifeMs - 1;
  expect(demands.checkCode('shopee', 'KOPI.sg', otherThan(two.code))).toBe('wrong');
  clock.now += 1;
  expect(demands.checkCode(...SELLER, two.code)).toBe('expired');
  expect(demands.codes(...SELLER)).toEqual([two, one]);
  expect(heard).toEqual([one, two]);
  stop();
  expect(demands.codes('lazada', 'kopi.sg')).toEqual([]);
});

test('a code is not sent again within a minute, nor more than five times an hour', () => {
  const { demands, clock } = board();
  expect(demands.sendCode(...SELLER, 'sms')).not.toBeNull();
  clock.now += CODE_RULES.resendAfterMs - 1;
  expect(demands.sendCode(...SELLER, 'sms')).toBeNull();
  expect(demands.sendCode('shopee', 'someone.else', 'sms')).not.toBeNull();
  clock.now += 1;
  for (let count = 1; count < CODE_RULES.sendsPerHour; count += 1) {
    expect(demands.sendCode(...SELLER, 'sms')).not.toBeNull();
    clock.now += CODE_RULES.resendAfterMs;
  }
  expect(demands.sendCode(...SELLER, 'sms')).toBeNull();
  clock.now += 3_600_000 - CODE_RULES.sendsPerHour * CODE_RULES.resendAfterMs;
  expect(demands.sendCode(...SELLER, 'sms')).not.toBeNull();
});

test('after five wrong answers the right code is refused, too, until a new code is sent', () => {
  const { demands, clock } = board();
  const { code } = sent(demands.sendCode(...SELLER, 'app'));
  for (let count = 0; count < CODE_RULES.wrongAnswers; count += 1) {
    expect(demands.checkCode(...SELLER, otherThan(code))).toBe('wrong');
  }
  expect(demands.checkCode(...SELLER, code)).toBe('tooOften');
  clock.now += CODE_RULES.resendAfterMs;
  expect(demands.checkCode(...SELLER, sent(demands.sendCode(...SELLER, 'app')).code)).toBe('right');
});

test('a text captcha is a picture, accepts upper and lower case, and is used up by one answer', () => {
  const { demands, clock } = board();
  const { captchaId, solution, png, backgroundPng } = demands.openCaptcha('shopee', 'text');
  expect(solution).toMatch(/^[A-Z0-9]{4}$/);
  expect(backgroundPng).toBeNull();
  expect(PNG.sync.read(Buffer.from(png))).toMatchObject({ width: 160, height: 60 });
  expect(demands.captcha(captchaId)?.solution).toBe(solution);
  expect(demands.checkCaptcha(captchaId, ` ${solution.toLowerCase()} `)).toBe(true);
  expect(demands.checkCaptcha(captchaId, solution)).toBe(false);
  expect(demands.captcha(captchaId)).toBeNull();
  const wrong = demands.openCaptcha('shopee', 'text');
  expect(demands.checkCaptcha(wrong.captchaId, '----')).toBe(false);
  expect(demands.checkCaptcha(wrong.captchaId, wrong.solution)).toBe(false);
  const old = demands.openCaptcha('shopee', 'text');
  clock.now += CODE_RULES.lifeMs;
  expect(demands.checkCaptcha(old.captchaId, old.solution)).toBe(false);
});

test('the letters are in the picture: full letters have more ink than thin letters', () => {
  const inkOf = (word: string): number => {
    const { data } = PNG.sync.read(Buffer.from(drawText(word, createRandom('noise'))));
    let ink = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (data.subarray(at, at + 3).every((value) => value <= 90)) ink += 1;
    }
    return ink;
  };
  expect(inkOf('LLLL')).toBe(4 * 11 * 25);
  expect(inkOf('BBBB')).toBeGreaterThan(4 * 19 * 25);
});

test('the piece of a slide captcha fits its notch within four pixels', () => {
  const { demands } = board();
  const open = () => demands.openCaptcha('lazada', 'slide');
  const { png, backgroundPng, solution } = open();
  if (backgroundPng === null) throw new Error('there is no background');
  const [piece, background] = [PNG.sync.read(Buffer.from(png)), PNG.sync.read(Buffer.from(backgroundPng))];
  expect([background.width, background.height, piece.width, piece.height]).toEqual([300, 150, PIECE_WIDTH, 150]);
  // The opaque pixels of the piece are darkened at exactly this place of the background.
  let compared = 0;
  for (let y = 0; y < piece.height; y += 1) {
    for (let x = 0; x < piece.width; x += 1) {
      const at = (y * piece.width + x) * 4;
      if (piece.data[at + 3] === 0) continue;
      const there = (y * background.width + Number(solution) + x) * 4;
      expect(background.data[there]).toBe(Math.floor((piece.data[at] ?? 0) * 0.35));
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(1_000);
  const answered = (shift: number): boolean => {
    const captcha = open();
    return demands.checkCaptcha(captcha.captchaId, `${Number(captcha.solution) + shift}`);
  };
  expect([-5, -4, 0, 4, 5].map(answered)).toEqual([false, true, true, true, false]);
  expect(demands.checkCaptcha(open().captchaId, 'far')).toBe(false);
});
