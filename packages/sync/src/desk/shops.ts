import {
  type ArrangementView,
  CALLS,
  type ImportRowView,
  type ShopImportView,
  type ShopView,
  type SignInView,
} from '@pasar/api';
import type { Country, Marketplace, ShopId } from '@pasar/domain';
import type { CallApi } from '../api-client.ts';
import type { CallFailure, CallResult } from '../call-result.ts';
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
  /** At once here; put back where the server refuses. */
  arrange(order: readonly ShopId[]): Promise<void>;
  hide(shopId: ShopId, isHidden: boolean): Promise<void>;
  rename(shop: ShopAtMarketplace, alias: string | null): Promise<CallResult<unknown>>;
  unbind(shop: ShopAtMarketplace): Promise<CallResult<unknown>>;
  /** Whether it sells across the border decides where its calls go: its connection starts over. */
  setCrossBorder(shop: ShopAtMarketplace, isCb: boolean): Promise<CallResult<unknown>>;
  /** `ipSubjectId`: the proxy by which the logins of all rows leave; null for the way of all others. */
  importFile(file: SpreadsheetFile, ipSubjectId: string | null): Promise<CallResult<ShopImportView>>;
  loadImports(): Promise<CallResult<readonly ShopImportView[]>>;
  importRows(importId: string): Promise<CallResult<readonly ImportRowView[]>>;
  template(): Promise<CallResult<SpreadsheetFile>>;
  failedRows(importId: string): Promise<CallResult<SpreadsheetFile>>;
}

export interface ShopsOptions {
  readonly store: Store<DeskState>;
  readonly callApi: CallApi;
  readonly onRefused: (failure: CallFailure) => void;
}

export function createShops({ store, callApi, onRefused }: ShopsOptions): Shops {
  const takeSignIn = async (asked: Promise<CallResult<{ signIn: SignInView }>>): Promise<CallResult<SignInView>> => {
    const result = await asked;
    if (!result.ok) return result;
    // note: the stream may have told more since; what it says of a sign-in counts, not the answer.
    const { signIn } = result.data;
    store.update((state) => (state.signIns.has(signIn.signInId) ? state : withSignIn(state, signIn)));
    return { ok: true, data: signIn };
  };
  const arrangeTo = async (next: ArrangementView, asked: () => Promise<CallResult<unknown>>): Promise<void> => {
    const before = store.get().arrangement;
    store.update((state) => ({ ...state, arrangement: next }));
    const result = await asked();
    if (result.ok) return;
    store.update((state) => (state.arrangement === next ? { ...state, arrangement: before } : state));
    onRefused(result.failure);
  };
  return {
    signIn: ({ ipSubjectId, ...login }) =>
      takeSignIn(callApi(CALLS.shops.startSignIn, { ...login, ...(ipSubjectId === null ? {} : { ipSubjectId }) })),
    signInAgain: (connectionId, password) =>
      takeSignIn(callApi(CALLS.shops.signInAgain, { connectionId, ...(password === null ? {} : { password }) })),
    answer: (signInId, reply) => takeSignIn(callApi(CALLS.shops.answerChallenge, { signInId, ...reply })),
    retry: (signInId, password) =>
      takeSignIn(callApi(CALLS.shops.retrySignIn, { signInId, ...(password === null ? {} : { password }) })),
    cancel: (signInId) => takeSignIn(callApi(CALLS.shops.cancelSignIn, { signInId })),
    async loadSignIns() {
      const result = await callApi(CALLS.shops.signIns, {});
      if (!result.ok) return onRefused(result.failure);
      store.update((state) =>
        result.data.signIns.reduce(
          (next, signIn) => (next.signIns.has(signIn.signInId) ? next : withSignIn(next, signIn)),
          state,
        ),
      );
    },
    arrange: (order) =>
      arrangeTo({ ...store.get().arrangement, order: [...order] }, () =>
        callApi(CALLS.shops.arrangeShops, { shopIds: [...order] }),
      ),
    hide(shopId, isHidden) {
      const { arrangement } = store.get();
      const others = arrangement.hidden.filter((hidden) => hidden !== shopId);
      return arrangeTo({ ...arrangement, hidden: isHidden ? [...others, shopId] : others }, () =>
        callApi(CALLS.shops.hideShop, { shopId, isHidden }),
      );
    },
    rename: (shop, alias) =>
      callApi(CALLS.chat.updateShopAlias, {
        userId: shop.platformShopId,
        platform: shop.marketplace,
        alias: alias ?? '',
      }),
    unbind: (shop) => callApi(CALLS.chat.deleteUser, { userId: shop.platformShopId, platform: shop.marketplace }),
    setCrossBorder: (shop, isCb) =>
      callApi(CALLS.chat.updateShopIsCb, {
        userId: shop.platformShopId,
        platform: shop.marketplace,
        isCb: isCb ? 1 : 0,
      }),
    async importFile(file, ipSubjectId) {
      const result = await callApi(CALLS.shops.importShops, {
        ...file,
        ...(ipSubjectId === null ? {} : { ipSubjectId }),
      });
      if (!result.ok) return result;
      store.update((state) => withShopImport(state, result.data.shopImport));
      return { ok: true, data: result.data.shopImport };
    },
    async loadImports() {
      const result = await callApi(CALLS.shops.imports, {});
      if (!result.ok) return result;
      const { imports } = result.data;
      store.update((state) =>
        imports.reduce((next, item) => (next.imports.has(item.importId) ? next : withShopImport(next, item)), state),
      );
      return { ok: true, data: imports };
    },
    async importRows(importId) {
      const result = await callApi(CALLS.shops.importRows, { importId });
      return result.ok ? { ok: true, data: result.data.rows } : result;
    },
    template: () => callApi(CALLS.shops.importTemplate, {}),
    failedRows: (importId) => callApi(CALLS.shops.exportFailedRows, { importId }),
  };
}

/** Newest as told. */
export const withSignIn = (state: DeskState, signIn: SignInView): DeskState => ({
  ...state,
  signIns: new Map(state.signIns).set(signIn.signInId, signIn),
});
export const withShopImport = (state: DeskState, shopImport: ShopImportView): DeskState => ({
  ...state,
  imports: new Map(state.imports).set(shopImport.importId, shopImport),
});
