import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { Login } from './people.ts';

const signInsShape = z.object({
  data: z.object({
    signIns: z.array(
      z.object({
        marketplace: z.string(),
        identifier: z.string(),
        challenge: z.object({ captchaId: z.string().optional() }).nullable(),
      }),
    ),
  }),
});

/** The id of the captcha that a login is asked for, read by the same call that the page makes. */
export async function captchaOf(page: Page, login: Pick<Login, 'marketplace' | 'identifier'>): Promise<string> {
  const answer = await page.evaluate('fetch("/api/shops/signIns").then((response) => response.json())');
  const captchaId = signInsShape
    .parse(answer)
    .data.signIns.filter(
      ({ marketplace, identifier }) => marketplace === login.marketplace && identifier === login.identifier,
    )
    .flatMap(({ challenge }) => challenge?.captchaId ?? [])[0];
  if (captchaId === undefined) throw new Error(`no captcha is asked for ${login.identifier}`);
  return captchaId;
}
