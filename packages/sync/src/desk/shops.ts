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
  | { readonly kind: 'resend' }
  | { readonly kind: 'newPicture' };
export interface ShopLogin {
  readonly marketplace: Marketplace;
  readonly country: Country;
  readonly identifier: string;
  readonly password: string;
  /** The proxy that the shop uses from its first request on; null for the default route. */
  readonly ipSubjectId: string | null;
  /** The failed row of an import in whose place the login is entered. */
  readonly corrects: { readonly importId: string; readonly rowNumber: number } | null;
}
export interface SpreadsheetFile {
  readonly fileName: string;
  /** Base64. */
  readonly file: string;
}

/** A shop's id is only unique within its marketplace, so a call names both. */
export type ShopAtMarketplace = Pick<ShopView, 'platformShopId' | 'marketplace'>;

/**
 * The actions of a person on shops and their logins. Sign-ins and imports proceed by the live stream, in every window.
 */
export interface Shops {
  signIn(login: ShopLogin): Promise<CallResult<SignInView>>;
  signInAgain(connectionId: string, password: string | null): Promise<CallResult<SignInView>>;
  answer(signInId: string, reply: ChallengeReply): Promise<CallResult<SignInView>>;
  retry(signInId: string, password: string | null): Promise<CallResult<SignInView>>;
  cancel(signInId: string): Promise<CallResult<SignInView>>;
  /** Loads the sign-ins that began before this window opened. */
  loadSignIns(): Promise<void>;
  /** `arrange` and `hide` show at once; when the server refuses, the change is undone and reported. */
  arrange(order: readonly ShopId[]): void;
  hide(shopId: ShopId, isHidden: boolean): void;
  rename(shop: ShopAtMarketplace, alias: string | null): Promise<CallResult<unknown>>;
  unbind(shop: ShopAtMarketplace): Promise<CallResult<unknown>>;
  /** Whether the shop sells across the border. It decides which hosts are called, so the connection restarts. */
  setCrossBorder(shop: ShopAtMarketplace, isCb: boolean): Promise<CallResult<unknown>>;
  /** `ipSubjectId`: the proxy for the logins of all rows; null for the default route. */
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

/** A change of the shop list that was undone, and the reason. */
export interface ShopsUndone {
  readonly setting: 'arrange' | 'hide' | 'show';
  /** The shop that was hidden or shown; null for a change of the order, or when the shop is gone. */
  readonly shop: ShopView | null;
  readonly failure: CallFailure;
}

export function createShops({ store, callApi, onRefused, onUndone }: ShopsOptions): Shops {
  const takeSignIn = async (asked: Promise<CallResult<{ signIn: SignInView }>>): Promise<CallResult<SignInView>> => {
    const result = await asked;
    if (!result.ok) return result;
    // The stream may have told a newer state of the sign-in meanwhile, which then stays.
    const { signIn } = result.data;
    store.update((state) => (state.signIns.has(signIn.signInId) ? state : withSignIn(state, signIn)));
    return { ok: true, data: signIn };
  };
  const arranging = createArranging(store, onUndone);
  return {
    signIn: ({ ipSubjectId, corrects, ...login }) =>
      takeSignIn(
        callApi(CALLS.signIn.startSignIn, {
          ...login,
          ...(ipSubjectId === null ? {} : { ipSubjectId }),
          ...(corrects === null ? {} : { corrects }),
        }),
      ),
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

/** The state with this sign-in added or replaced. */
export const withSignIn = (state: DeskState, signIn: SignInView): DeskState => ({
  ...state,
  signIns: new Map(state.signIns).set(signIn.signInId, signIn),
});
export const withShopImport = (state: DeskState, shopImport: ShopImportView): DeskState => ({
  ...state,
  imports: new Map(state.imports).set(shopImport.importId, shopImport),
});
