import type { ConversationView, ShopView } from '@pasar/api';
import { offers } from '@pasar/domain';
import { useColleagueName } from '../../../base/colleagues.ts';
import { useDesk } from '../../../base/desk.tsx';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { fullTime, listTime } from '../../../base/texts/time-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from '../../../ui/offer-line.module.css';
import { useNow } from '../../../ui/use-now.ts';
import { requestFocus } from '../place/selection.ts';
import { REASON_TEXTS } from './reason-texts.ts';

export interface ClosedLineProps {
  readonly conversation: ConversationView;
  readonly shop: ShopView;
}

/** Says in an open conversation that it is closed, by whom and why, and how it is opened again. */
export function ClosedLine({ conversation, shop }: ClosedLineProps) {
  const { t } = useTranslation('closing');
  const desk = useDesk();
  const id = conversation.conversationId;
  if (!offers(shop.marketplace, 'buyers.closeConversation')) {
    // A shop that is not connected says so itself.
    if (shop.connection.state !== 'live') return null;
    return (
      <div className={styles.offer} role="status">
        <Icon name="info" size={16} />
        <span className={styles.text}>
          {t(offers(shop.marketplace, 'reopen') ? 'closed.reopens' : 'closed.forGood')}
        </span>
      </div>
    );
  }
  return (
    <div className={styles.offer} role="status">
      <Icon name="info" size={16} />
      <ClosedBy conversation={conversation} />
      <Button
        kind="plain"
        onClick={() => {
          void desk.settings.setClosed(id, false);
          requestFocus(id);
        }}
      >
        {t('closed.restart')}
      </Button>
    </div>
  );
}

function ClosedBy({ conversation: { closing } }: Pick<ClosedLineProps, 'conversation'>) {
  const { t } = useTranslation('closing');
  const locale = useLocale();
  const now = useNow();
  const name = useColleagueName(closing?.memberId ?? null);
  if (closing === null) return <span className={styles.text}>{t('closed.somewhere')}</span>;
  const { reason, words, at } = closing;
  const facts = [
    name === null ? t('closed.somewhere') : t('closed.by', { name }),
    ...(reason === null ? [] : [reason === 'other' ? words : t(REASON_TEXTS[reason])]),
    listTime(at, now, locale),
  ];
  return (
    <span className={styles.text} data-tip={fullTime(at)}>
      {facts.join(' · ')}
    </span>
  );
}
