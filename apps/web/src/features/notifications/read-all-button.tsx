import type { ShopId } from '@pasar/domain';
import { useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { shopName } from '../../base/shops/health.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { refusalText } from '../../base/texts/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import { readAll } from './commands.ts';

/** Marks the notifications of the shown shops as read, at the marketplace too, asked once. */
export function ReadAllButton(props: {
  readonly shopIds: readonly ShopId[];
  readonly isNeeded: boolean;
  /** The shops that failed, each with the reason. */
  readonly onFailed: (lines: readonly string[]) => void;
}) {
  const { t } = useTranslation('notifications');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const shops = useDeskState((state) => state.shops);
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const read = async () => {
    setIsBusy(true);
    const result = await readAll(props.shopIds);
    setIsBusy(false);
    if (!result.ok) return toast('bad', failureText(result.failure, common));
    props.onFailed(
      result.data.failed.map(({ shopId, refusal }) => {
        const shop = shops.get(shopId);
        return `${shop === undefined ? shopId : shopName(shop)}: ${refusalText(refusal, locale, common)}`;
      }),
    );
    if (result.data.failed.length === 0) toast('good', t('readAll.done'));
  };
  return (
    <>
      <Button
        kind="plain"
        aria-haspopup="dialog"
        disabled={!props.isNeeded || isBusy}
        onClick={() => setIsAsking(true)}
      >
        {isBusy ? t('readAll.busy') : t('readAll.button')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('readAll.title')}
          text={props.shopIds.length === 0 ? t('readAll.text') : t('readAll.textOf', { count: props.shopIds.length })}
          confirm={t('readAll.button')}
          cancel={t('cancel')}
          onConfirm={() => void read()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
