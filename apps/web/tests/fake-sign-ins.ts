import {
  CALLS,
  type Call,
  type Change,
  type ImportRowView,
  type ShopImportView,
  type SignInView,
  signInView,
} from '@pasar/api';
import type { ReasonCode } from '@pasar/domain';
import { uuidOf } from './fake-data.ts';
import { type Reply, refused, success } from './fake-reply.ts';

type Unnumbered<C> = C extends Change ? Omit<C, 'seq'> : never;

/** Sign-ins and imports as a test plays them: what a person asks is written down, what comes of it is told by the test. */
export class FakeSignIns {
  readonly held = new Map<string, SignInView>();
  readonly imports: ShopImportView[] = [];
  rows: readonly ImportRowView[] = [];
  /** What the next files are refused with: code, sentence, detail. */
  fileRefusal: readonly [ReasonCode, string, string | null] = ['import_unreadable', 'no spreadsheet', null];
  readonly #append: (change: Unnumbered<Change>) => void;

  constructor(append: (change: Unnumbered<Change>) => void) {
    this.#append = append;
  }

  /** The newest sign-in goes on to another state. */
  tell(over: Partial<SignInView>): void {
    const newest = [...this.held.keys()].at(-1);
    if (newest === undefined) throw new Error('nobody has signed in');
    this.tellOf(newest, over);
  }

  tellOf(signInId: string, over: Partial<SignInView>): void {
    const known = this.held.get(signInId);
    if (known === undefined) throw new Error('no such sign-in');
    const next = { ...known, challenge: null, refusal: null, ...over };
    this.held.set(next.signInId, next);
    this.#append({ kind: 'signIn', signIn: next });
  }

  tellImport(shopImport: ShopImportView, rows: readonly ImportRowView[]): void {
    this.rows = rows;
    this.#append({ kind: 'shopImport', shopImport });
  }

  /** Null: no call of this part. */
  answer(call: Call, raw: unknown): Reply | null {
    switch (call.path) {
      case CALLS.signIn.startSignIn.path: {
        const { marketplace, country, identifier, ipSubjectId = null } = CALLS.signIn.startSignIn.input.parse(raw);
        return this.#begin({ marketplace, country, identifier, ipSubjectId });
      }
      case CALLS.signIn.signInAgain.path:
        return this.#begin({ connectionId: CALLS.signIn.signInAgain.input.parse(raw).connectionId });
      case CALLS.signIn.answerChallenge.path:
      case CALLS.signIn.retrySignIn.path:
        this.tell({ state: 'logging_in' });
        return success({ signIn: [...this.held.values()].at(-1) });
      case CALLS.signIn.cancelSignIn.path: {
        const { signInId } = CALLS.signIn.cancelSignIn.input.parse(raw);
        this.tellOf(signInId, { state: 'cancelled' });
        return success({ signIn: this.held.get(signInId) });
      }
      case CALLS.signIn.signIns.path:
        return success({ signIns: [...this.held.values()] });
      case CALLS.signIn.imports.path:
        return success({ imports: this.imports });
      case CALLS.signIn.importShops.path:
        return refused(...this.fileRefusal);
      case CALLS.signIn.importRows.path:
        return success({ rows: this.rows });
      case CALLS.shops.checkStatus.path:
        return success({ status: 'frozen' });
      default:
        return null;
    }
  }

  #begin(over: Partial<SignInView>): Reply {
    return success({ signIn: this.add(over) });
  }

  /** One that was begun, in this window or another. */
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
}
