/** Sets what a marketplace demands of an account, and reads what its owner would read: codes and captchas. */
import { z } from 'zod';
import type { Marketplace } from '../../world/types.ts';
import type { ControlContext } from '../context.ts';
import { badRequest, notFound } from '../errors.ts';
import { defineRoute, noBody, noParams, noQuery, type Route } from '../route.ts';
import {
  accountSchema,
  captchaSchema,
  codesFilterSchema,
  codesSchema,
  demandsOfAccountSchema,
  setDemandsSchema,
} from '../schemas.ts';

const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

export const demandRoutes = ({ world, demands }: ControlContext): readonly Route[] => {
  const requireLogin = (marketplace: Marketplace, identifier: string): void => {
    const isThere = world.logins.some(
      (login) => login.marketplace === marketplace && isSame(login.identifier, identifier),
    );
    if (!isThere) throw notFound('unknownLogin', `there is no ${marketplace} login ${identifier}`);
  };
  const viewOf = (marketplace: Marketplace, identifier: string) => {
    const { demands: asked, remaining, refusal } = demands.of(marketplace, identifier);
    return { marketplace, identifier, demands: [...asked], remaining, refusal };
  };
  return [
    defineRoute({
      method: 'PUT',
      path: '/sim/demands',
      summary: 'From now on the marketplace asks this of the account when it logs in, or refuses it',
      params: noParams,
      query: noQuery,
      body: setDemandsSchema,
      response: demandsOfAccountSchema,
      handle({ body: { marketplace, identifier, demands: asked, remaining, refusal } }) {
        requireLogin(marketplace, identifier);
        if (marketplace === 'tiktok' && asked.includes('strangeCaptcha')) {
          throw badRequest('demands: tiktok has one type of captcha');
        }
        demands.set(marketplace, identifier, { demands: asked, remaining, refusal });
        return viewOf(marketplace, identifier);
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/sim/demands',
      summary: 'What the marketplace asks of the account',
      params: noParams,
      query: accountSchema,
      body: noBody,
      response: demandsOfAccountSchema,
      handle({ query: { marketplace, identifier } }) {
        requireLogin(marketplace, identifier);
        return viewOf(marketplace, identifier);
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/sim/codes',
      summary: 'The codes that were sent, newest first: what the phones and mailboxes of the accounts show',
      params: noParams,
      query: codesFilterSchema,
      body: noBody,
      response: codesSchema,
      handle: ({ query: { marketplace, identifier } }) => ({
        codes: demands
          .inbox()
          .filter(
            (code) =>
              (marketplace === undefined || code.marketplace === marketplace) &&
              (identifier === undefined || isSame(code.identifier, identifier)),
          ),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/sim/captchas/{captchaId}',
      summary: 'What a person reads in an open captcha, or how many pixels the piece belongs to the right',
      params: z.strictObject({ captchaId: z.string() }),
      query: noQuery,
      body: noBody,
      response: captchaSchema,
      handle({ params: { captchaId } }) {
        const captcha = demands.captcha(captchaId);
        if (captcha === null) throw notFound('unknownCaptcha', `there is no open captcha ${captchaId}`);
        return { captchaId, captchaType: captcha.captchaType, solution: captcha.solution };
      },
    }),
  ];
};
