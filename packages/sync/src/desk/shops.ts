import { CALLS, type ShopImportView, type ShopView, type SignInView } from '@pasar/api';
import type { Country, Marketplace, ShopId } from '@pasar/domain';
import type { CallApi } from '../api-client.ts';
import type { CallFailure, CallResult } from '../call-result.ts';
import { type ArrangementWish, type Arranging, settleArrangementWish } from '../state/arrangement.ts';
import { DeskDraft } from '../state/desk-draft.ts';
import type { DeskState } from '../state/desk-state.ts';
import type { Store } from '../store.ts';

export type ChallengeReply =
  | { readonly kind: 'captcha'; readonly text: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'identity' }
  | { readonly kind: 'resend' };
export interface ShopLogin {
  readonly marketplace: Marketplace;
  readonly country: Country;
  readonly identifier: string;
  readonly password: string;
  /** The proxy by which it leaves from its first request on; null for the way of all others. */
  readonly ipSubjectId: string | null;
}
export interface SpreadsheetFile {
  readonly fileName: string;
  /** Base64. */
  readonly file: string;
}

/** Ids of shops are only unique within one marketplace, so that both go along. */
export type ShopAtMarketplace = Pick<ShopView, 'platformShopId' | 'marketplace'>;

/** What a person does with shops and their logins. Sign-ins and imports go on by the live stream, in every window. */
export interface Shops {
  signIn(login: ShopLogin): Promise<CallResult<SignInView>>;
  signInAgain(connectionId: string, password: string | null): Promise<CallResult<SignInView>>;
  answer(signInId: string, reply: ChallengeReply): Promise<CallResult<SignInView>>;
  retry(signInId: string, password: string | null): Promise<CallResult<SignInView>>;
  cancel(signInId: string): Promise<CallResult<SignInView>>;
  /** Those that were open before this window was. */
  loadSignIns(): Promise<void>;
  /** Both at once here; what the server refuses is undone and told. */
  arrange(order: readonly ShopId[]): void;
  hide(shopId: ShopId, isHidden: boolean): void;
  rename(shop: ShopAtMarketplace, alias: string | null): Promise<CallResult<unknown>>;
  unbind(shop: ShopAtMarketplace): Promise<CallResult<unknown>>;
  /** Whether it sells across the border decides where its calls go: its connection starts over. */
  setCrossBorder(shop: ShopAtMarketplace, isCb: boolean): Promise<CallResult<unknown>>;
  /** `ipSubjectId`: the proxy by which the logins of all rows leave; null for the way of all others. */
  importFile(file: SpreadsheetFile, ipSubjectId: string | null): Promise<CallResult<ShopImportView>>;
  loadImports(): Promise<CallResult<readonly ShopImportView[]>>;
  template(): Promise<CallResult<SpreadsheetFile>>;
  failedRows(importId: string): Promise<CallResult<SpreadsheetFile>>;
}

export interface ShopsOptions {
  readonly store: Store<DeskState>;
  readonly callApi: CallApi;
  readonly onRefused: (failure: CallFailure) => void;
  readonly onUndone: (undone: ShopsUndone) => void;
}

/** A change of the shop list that was undone, and why. */
export interface ShopsUndone {
  readonly setting: 'arrange' | 'hide' | 'show';
  /** Which one; null where it is about all, or gone. */
  readonly shop: ShopView | null;
  readonly failure: CallFailure;
}

export function createShops({ store, callApi, onRefused, onUndone }: ShopsOptions): Shops {
  const takeSignIn = async (asked: Promise<CallResult<{ signIn: SignInView }>>): Promise<CallResult<SignInView>> => {
    const result = await asked;
    if (!result.ok) return result;
    // note: the stream may have told more since; what it says of a sign-in counts, not the answer.
    const { signIn } = result.data;
    store.update((state) => (state.signIns.has(signIn.signInId) ? state : withSignIn(state, signIn)));
    return { ok: true, data: signIn };
  };
  const arranging = createArranging(store, onUndone);
  return {
    signIn: ({ ipSubjectId, ...login }) =>
      takeSignIn(callApi(CALLS.signIn.startSignIn, { ...login, ...(ipSubjectId === null ? {} : { ipSubjectId }) })),
    signInAgain: (connectionId, password) =>
      takeSignIn(callApi(CALLS.signIn.signInAgain, { connectionId, ...(password === null ? {} : { password }) })),
    answer: (signInId, reply) => takeSignIn(callApi(CALLS.signIn.answerChallenge, { signInId, ...reply })),
    retry: (signInId, password) =>
      takeSignIn(callApi(CALLS.signIn.retrySignIn, { signInId, ...(password === null ? {} : { password }) })),
    cancel: (signInId) => takeSignIn(callApi(CALLS.signIn.cancelSignIn, { signInId })),
    async loadSignIns() {
      const result = await callApi(CALLS.signIn.signIns, {});
      if (!result.ok) return onRefused(result.failure);
      store.update((state) =>
        result.data.signIns.reduce(
          (next, signIn) => (next.signIns.has(signIn.signInId) ? next : withSignIn(next, signIn)),
          state,
        ),
      );
    },
    arrange: (order) =>
      void arranging({ kind: 'order', order }, callApi(CALLS.shops.arrangeShops, { shopIds: [...order] })),
    hide: (shopId, isHidden) =>
      void arranging({ kind: 'hidden', shopId, isHidden }, callApi(CALLS.shops.hideShop, { shopId, isHidden })),
    rename: (shop, alias) =>
      callApi(CALLS.shops.updateShopAlias, {
        userId: shop.platformShopId,
        platform: shop.marketplace,
        alias: alias ?? '',
      }),
    unbind: (shop) => callApi(CALLS.shops.deleteUser, { userId: shop.platformShopId, platform: shop.marketplace }),
    setCrossBorder: (shop, isCb) =>
      callApi(CALLS.shops.updateShopIsCb, {
        userId: shop.platformShopId,
        platform: shop.marketplace,
        isCb: isCb ? 1 : 0,
      }),
    async importFile(file, ipSubjectId) {
      const result = await callApi(CALLS.signIn.importShops, {
        ...file,
        ...(ipSubjectId === null ? {} : { ipSubjectId }),
      });
      if (!result.ok) return result;
      store.update((state) => withShopImport(state, result.data.shopImport));
      return { ok: true, data: result.data.shopImport };
    },
    async loadImports() {
      const result = await callApi(CALLS.signIn.imports, {});
      if (!result.ok) return result;
      const { imports } = result.data;
      store.update((state) =>
        imports.reduce((next, item) => (next.imports.has(item.importId) ? next : withShopImport(next, item)), state),
      );
      return { ok: true, data: imports };
    },
    template: () => callApi(CALLS.signIn.importTemplate, {}),
    failedRows: (importId) => callApi(CALLS.signIn.exportFailedRows, { importId }),
  };
}

type Arrange = (wanted: Arranging, asked: Promise<CallResult<unknown>>) => Promise<void>;

function createArranging(store: Store<DeskState>, onUndone: (undone: ShopsUndone) => void): Arrange {
  let lastWishId = 0;
  const setWishes = (change: (state: DeskState) => readonly ArrangementWish[]) =>
    store.update((state) => {
      const draft = new DeskDraft(state);
      draft.setArrangementWishes(change(state));
      return draft.done();
    });
  return async (wanted, asked) => {
    lastWishId += 1;
    const wishId = lastWishId;
    setWishes((state) => [...state.arrangementWishes, { state: 'asked', wishId, wanted }]);
    const result = await asked;
    setWishes((state) => settleArrangementWish(state.arrangementWishes, wishId, result.ok, state.confirmedArrangement));
    if (!result.ok) onUndone({ ...undoneBy(wanted, store.get()), failure: result.failure });
  };
}

const undoneBy = (wanted: Arranging, { shops }: DeskState): Omit<ShopsUndone, 'failure'> =>
  wanted.kind === 'order'
    ? { setting: 'arrange', shop: null }
    : { setting: wanted.isHidden ? 'hide' : 'show', shop: shops.get(wanted.shopId) ?? null };

/** Newest as told. */
export const withSignIn = (state: DeskState, signIn: SignInView): DeskState => ({
  ...state,
  signIns: new Map(state.signIns).set(signIn.signInId, signIn),
});
export const withShopImport = (state: DeskState, shopImport: ShopImportView): DeskState => ({
  ...state,
  imports: new Map(state.imports).set(shopImport.importId, shopImport),
});
