import { CALLS, type MemberView } from '@pasar/api';
import { LOCALES } from '@pasar/domain';
import { succeeded } from '../../call-result.ts';
import { type Answers, answering, refused } from './answers.ts';

export const PASSWORD = 'demo-password';

/** The way in and out. */
export class AccountModel {
  readonly #member: () => MemberView;
  readonly #now: () => number;

  constructor(member: () => MemberView, now: () => number) {
    this.#member = member;
    this.#now = now;
  }

  readonly answers: Answers = new Map([
    answering(CALLS.account.getUiConfig, () =>
      succeeded({
        productName: 'Pasar',
        version: '0.1.0',
        locales: [...LOCALES],
        demoLogin: { username: this.#member().username, password: PASSWORD },
        singleSignOn: null,
        needsOwner: false,
        features: { registerByMobile: true, registerByEmail: true, resetByMobile: true, resetByEmail: true },
        customerGroup: 'QQ 123456789',
        shopQuota: 40,
        limits: { passwordLength: 6, codeSeconds: 600 },
      }),
    ),
    answering(CALLS.account.login, ({ mobile, password }) => {
      const member = this.#member();
      if (mobile === member.username && password === PASSWORD) return succeeded({ member });
      return refused('wrong_account_or_password', 'Wrong account or password.');
    }),
    answering(CALLS.account.loginOut, () => succeeded({})),
    answering(CALLS.account.keepLive, () => succeeded({ serverTime: this.#now() })),
  ]);
}
