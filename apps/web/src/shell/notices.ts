import type { Notice } from '@pasar/sync';
import { useEffect } from 'react';
import { useDesk } from '../base/desk.tsx';
import { shopName, shopNames } from '../base/shops/health.ts';
import { failureText } from '../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../base/texts/i18n.ts';
import { refusalText } from '../base/texts/refusal-text.ts';
import { toast } from '../ui/toasts.tsx';

const UNDONE_TEXTS = {
  pin: 'undone.pin',
  unpin: 'undone.unpin',
  unread: 'undone.unread',
  mute: 'undone.mute',
  unmute: 'undone.unmute',
  favorite: 'undone.favorite',
  unfavorite: 'undone.unfavorite',
  setAside: 'undone.setAside',
  putBack: 'undone.putBack',
  deleteConversation: 'undone.deleteConversation',
  reopen: 'undone.reopen',
  close: 'undone.close',
  restart: 'undone.restart',
  recall: 'undone.recall',
  delete: 'undone.delete',
  mark: 'undone.mark',
  arrange: 'undone.arrange',
  hide: 'undone.hide',
  show: 'undone.show',
} as const;

const ON_THE_WAY_TEXTS = {
  ip_tip: 'notice.ipTip',
  shop_login_expire: 'notice.shopLoginExpire',
  ip_isolation_failed: 'notice.ipIsolationFailed',
} as const;

/** Shows undone and refused actions once. */
export function useNotices(): void {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const desk = useDesk();
  useEffect(() => {
    return desk.onNotice((notice: Notice) => {
      // The open conversation and the entry of the bar tell these.
      if (notice.kind === 'arrived' || notice.kind === 'undelivered') return;
      if (notice.kind === 'wishRefused') {
        const { wish, refusal } = notice.moment;
        toast(
          'bad',
          t('sentences', {
            first: t(wish === 'deleteConversation' ? 'notice.doneHere' : UNDONE_TEXTS[wish]),
            second: refusalText(refusal, locale, t),
          }),
        );
        return;
      }
      if (notice.kind === 'onTheWay') {
        const { connectionId, host } = notice.moment;
        const text = t(ON_THE_WAY_TEXTS[notice.moment.notice], { host: host ?? '' });
        // A sign-in that is not finished has no shops yet.
        const ofLogin = [...desk.state.get().shops.values()].filter((shop) => shop.connectionId === connectionId);
        toast('bad', ofLogin.length === 0 ? text : t('notice.ofShops', { shops: shopNames(ofLogin, locale, t), text }));
        return;
      }
      const failure = notice.kind === 'refused' ? notice.failure : notice.undone.failure;
      // The dialog about the expired session shows it.
      if (failure.kind === 'expired') return;
      const why = failureText(failure, t);
      if (notice.kind === 'refused') return toast('bad', why);
      const shop = notice.kind === 'shopsUndone' ? notice.undone.shop : null;
      const values = { shop: shop === null ? '' : shopName(shop) };
      toast('bad', t('sentences', { first: t(UNDONE_TEXTS[notice.undone.setting], values), second: why }));
    });
  }, [desk, t, locale]);
}
