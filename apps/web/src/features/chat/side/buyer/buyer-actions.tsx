import { backOfficeHost, MARKETPLACE_NAMES, offers } from '@pasar/domain';
import { useId, useState } from 'react';
import { useDeskState } from '../../../../base/desk.tsx';
import { useMay } from '../../../../base/may.tsx';
import { shopName } from '../../../../base/shops/health.ts';
import { failureText } from '../../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../../base/texts/i18n.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { toast } from '../../../../ui/toasts.tsx';
import { eraseBuyer, setBlocked } from '../commands.ts';
import styles from './buyer-details.module.css';
import type { BuyerDetailsProps } from './props.ts';

/** Blocking, reporting and, for the main account, erasing. What cannot be done here stays visible and says why. */
export function BuyerActions(props: BuyerDetailsProps) {
  const { t } = useTranslation('buyer');
  const isMain = useDeskState((state) => state.member?.isMain ?? false);
  return (
    <fieldset className={styles.actions}>
      <legend className="visually-hidden">{t('actions.label')}</legend>
      <Block {...props} />
      <Report {...props} />
      {isMain && <Erase {...props} />}
    </fieldset>
  );
}

function Block({ conversation: { conversationId, buyer, isBuyerBlocked }, shop }: BuyerDetailsProps) {
  const { t } = useTranslation('buyer');
  const { t: common } = useTranslation('common');
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const why = useId();
  const names = { name: buyer.name, shop: shopName(shop) };
  const set = async (isBlocked: boolean) => {
    setIsBusy(true);
    const result = await setBlocked(conversationId, isBlocked);
    setIsBusy(false);
    if (result.ok) toast('good', t(isBlocked ? 'block.done' : 'block.undone', names));
    else toast('bad', failureText(result.failure, common));
  };
  if (!offers(shop.marketplace, 'buyers.setBlocked')) {
    return (
      <>
        <Button kind="plain" aria-disabled aria-describedby={why} className={styles.off}>
          <Icon name="block" size={16} />
          {t('block.button')}
        </Button>
        <p id={why} className={styles.why}>
          {t('block.none', { marketplace: MARKETPLACE_NAMES[shop.marketplace] })}
        </p>
      </>
    );
  }
  return (
    <>
      <Button kind="plain" disabled={isBusy} onClick={() => (isBuyerBlocked ? void set(false) : setIsAsking(true))}>
        <Icon name="block" size={16} />
        {t(isBuyerBlocked ? 'block.undo' : 'block.button')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('block.title', names)}
          text={t('block.text', names)}
          confirm={t('block.button')}
          tone="danger"
          cancel={t('block.cancel')}
          onConfirm={() => void set(true)}
          onClose={() => setIsAsking(false)}
        >
          {`${buyer.name}\n${names.shop}`}
        </ConfirmDialog>
      )}
    </>
  );
}

/**
 * No call of a marketplace for reports is publicly known, so a person reports in the seller centre; Pasar brings there
 * what is needed to find the buyer (our choice).
 */
function Report({ conversation: { buyer }, shop }: BuyerDetailsProps) {
  const { t } = useTranslation('buyer');
  const { t: chat } = useTranslation('chat');
  const [isAsking, setIsAsking] = useState(false);
  const mayOpen = useMay(['sellerCenter']);
  const why = useId();
  const host = backOfficeHost(shop);
  const facts = `${buyer.name}\n${t('fact.id')}: ${buyer.buyerId}\n${t('fact.shop')}: ${shopName(shop)}`;
  const names = { name: buyer.name, marketplace: MARKETPLACE_NAMES[shop.marketplace] };
  const report = () => {
    navigator.clipboard.writeText(facts).catch(() => toast('bad', chat('buyer.copyFailed')));
    window.open(`https://${host}/`, '_blank', 'noopener,noreferrer');
  };
  return (
    <>
      <Button
        kind="plain"
        className={mayOpen ? '' : styles.off}
        aria-disabled={!mayOpen}
        aria-describedby={mayOpen ? undefined : why}
        onClick={() => mayOpen && setIsAsking(true)}
      >
        <Icon name="flag" size={16} />
        {t('report.button')}
      </Button>
      {!mayOpen && (
        <p id={why} className={styles.why}>
          {t('report.noKey')}
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('report.title', names)}
          text={t('report.text', names)}
          confirm={t('report.confirm')}
          cancel={t('report.cancel')}
          onConfirm={report}
          onClose={() => setIsAsking(false)}
        >
          {`${facts}\n${host}`}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Asked for once, with what will go. The server then tells every window to forget the buyer, this one among them. */
function Erase({ conversation: { conversationId, buyer }, shop }: BuyerDetailsProps) {
  const { t } = useTranslation('buyer');
  const { t: common } = useTranslation('common');
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const names = { name: buyer.name, marketplace: MARKETPLACE_NAMES[shop.marketplace] };
  const erase = async () => {
    setIsBusy(true);
    const result = await eraseBuyer(conversationId);
    setIsBusy(false);
    if (result.ok) toast('good', t('erase.done'));
    else toast('bad', failureText(result.failure, common));
  };
  return (
    <>
      <Button kind="plain" disabled={isBusy} onClick={() => setIsAsking(true)}>
        <Icon name="bin" size={16} />
        {t('erase.button')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('erase.title', names)}
          text={t('erase.text', names)}
          confirm={t('erase.confirm')}
          tone="danger"
          cancel={t('block.cancel')}
          onConfirm={() => void erase()}
          onClose={() => setIsAsking(false)}
        >
          {`${buyer.name}\n${t('fact.id')}: ${buyer.buyerId}`}
        </ConfirmDialog>
      )}
    </>
  );
}
