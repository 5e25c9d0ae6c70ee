import { CALLS, type ImportRowView, type ShopImportView, type SignInView, signInView } from '@pasar/api';
import type { ReasonCode } from '@pasar/domain';
import { succeeded } from '../../call-result.ts';
import { uuidOf } from '../builders.ts';
import { type Answers, type Append, answering, refused } from './answers.ts';

/** Sign-ins and imports: a call only records what the person asks; the test tells what becomes of it. */
export class SignInModel {
  readonly held = new Map<string, SignInView>();
  readonly imports: ShopImportView[] = [];
  rows: readonly ImportRowView[] = [];
  /** The refusal of the next files: code, sentence, detail. */
  fileRefusal: readonly [ReasonCode, string, string | null] = ['spreadsheet_unreadable', 'no spreadsheet', null];
  readonly #append: Append;

  constructor(append: Append) {
    this.#append = append;
  }

  /** The newest sign-in goes on to another state. */
  tell(over: Partial<SignInView>): SignInView {
    const newest = [...this.held.keys()].at(-1);
    if (newest === undefined) throw new Error('no sign-in was begun');
    return this.tellOf(newest, over);
  }

  tellOf(signInId: string, over: Partial<SignInView>): SignInView {
    const known = this.held.get(signInId);
    if (known === undefined) throw new Error(`no sign-in ${signInId}`);
    const next = { ...known, challenge: null, refusal: null, ...over };
    this.held.set(next.signInId, next);
    this.#append({ kind: 'signIn', signIn: next });
    return next;
  }

  /** An import goes on: its rows and counts are now these. */
  tellImport(shopImport: ShopImportView, rows: readonly ImportRowView[]): void {
    this.rows = rows;
    const known = this.imports.findIndex(({ importId }) => importId === shopImport.importId);
    this.imports.splice(known === -1 ? 0 : known, known === -1 ? 0 : 1, shopImport);
    this.#append({ kind: 'shopImport', shopImport });
  }

  /** A sign-in that was begun in this window or in another. */
  add(over: Partial<SignInView>): SignInView {
    const signIn = signInView.parse({
      signInId: uuidOf(`sign-in ${this.held.size}`),
      marketplace: 'shopee',
      country: 'TH',
      identifier: 'known@shop.example',
      connectionId: null,
      ipSubjectId: null,
      state: 'waiting',
      challenge: null,
      refusal: null,
      shopIds: [],
      createdAt: Date.now(),
      ...over,
    });
    this.held.set(signIn.signInId, signIn);
    return signIn;
  }

  readonly answers: Answers = new Map([
    answering(CALLS.signIn.startSignIn, ({ marketplace, country, identifier, ipSubjectId = null }) =>
      succeeded({ signIn: this.add({ marketplace, country, identifier, ipSubjectId }) }),
    ),
    answering(CALLS.signIn.signInAgain, ({ connectionId }) => succeeded({ signIn: this.add({ connectionId }) })),
    answering(CALLS.signIn.answerChallenge, ({ signInId }) =>
      succeeded({ signIn: this.tellOf(signInId, { state: 'logging_in' }) }),
    ),
    answering(CALLS.signIn.retrySignIn, () => succeeded({ signIn: this.tell({ state: 'logging_in' }) })),
    answering(CALLS.signIn.cancelSignIn, ({ signInId }) =>
      succeeded({ signIn: this.tellOf(signInId, { state: 'cancelled' }) }),
    ),
    answering(CALLS.signIn.signIns, () => succeeded({ signIns: [...this.held.values()] })),
    answering(CALLS.signIn.imports, () => succeeded({ imports: this.imports })),
    answering(CALLS.signIn.importShops, () => refused(...this.fileRefusal)),
    answering(CALLS.signIn.importRows, () => succeeded({ rows: [...this.rows] })),
  ]);
}
