import type { WebhookDeliveryView } from '@pasar/api';
import { useState } from 'react';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import section from '../../ui/section.module.css';
import table from '../../ui/table.module.css';
import { toast } from '../../ui/toasts.tsx';
import { resendWebhookEvent } from './commands.ts';
import { EVENT_TEXTS, FAILURE_TEXTS, STATE_TEXTS } from './event-texts.ts';
import { DELIVERIES } from './look-ups.ts';
import styles from './webhooks-panel.module.css';

/** The log of a webhook, the newest event first. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const { t } = useTranslation('webhooks');
  const [befores, setBefores] = useState<readonly (string | null)[]>([null]);
  return (
    <div className={table.scroll}>
      <table className={`${table.table} ${styles.table}`} aria-label={t('log')}>
        <thead>
          <tr>
            <th>{t('column.at')}</th>
            <th>{t('column.event')}</th>
            <th>{t('column.state')}</th>
            <th>{t('column.tries')}</th>
            <th>{t('column.action')}</th>
          </tr>
        </thead>
        {befores.map((before, place) => (
          <Page
            key={before}
            webhookId={webhookId}
            before={before}
            isLast={place === befores.length - 1}
            onMore={(last) => setBefores([...befores, last])}
          />
        ))}
      </table>
    </div>
  );
}

function Page(props: {
  readonly webhookId: string;
  readonly before: string | null;
  readonly isLast: boolean;
  readonly onMore: (last: string) => void;
}) {
  const { t } = useTranslation('webhooks');
  const { webhookId, before, isLast, onMore } = props;
  const look = useLookUp(DELIVERIES, before === null ? { webhookId } : { webhookId, before });
  const data = look.state === 'found' || look.state === 'stale' ? look.data : null;
  const last = data?.deliveries.at(-1)?.eventId;
  const isEmpty = before === null && data?.deliveries.length === 0;
  const hasMore = isLast && data?.hasMore === true && last !== undefined;
  const isFailed = look.state === 'failed' || (look.state === 'stale' && look.failure !== null);
  return (
    <tbody>
      {data?.deliveries.map((delivery) => (
        <DeliveryRow key={delivery.eventId} webhookId={webhookId} delivery={delivery} />
      ))}
      {(data === null || isFailed || isEmpty || hasMore) && (
        <tr>
          <td colSpan={5}>
            <LookedUpPart look={look} draw={() => null} />
            {isEmpty && <p className={section.hint}>{t('log.empty')}</p>}
            {hasMore && (
              <Button kind="plain" onClick={() => onMore(last)}>
                {t('more')}
              </Button>
            )}
          </td>
        </tr>
      )}
    </tbody>
  );
}

function DeliveryRow({ webhookId, delivery }: { readonly webhookId: string; readonly delivery: WebhookDeliveryView }) {
  const { t } = useTranslation('webhooks');
  const { t: common } = useTranslation('common');
  const { eventId, event, happenedAt, state, attempts, triedAt, dueAt } = delivery;
  const again = async () => {
    const result = await resendWebhookEvent(webhookId, eventId);
    if (!result.ok) toast('bad', failureText(result.failure, common));
  };
  const why = useWhy(delivery);
  return (
    <tr>
      <td>{fullTime(happenedAt)}</td>
      <td data-tip={eventId}>{t(EVENT_TEXTS[event])}</td>
      <td>
        <span className={state === 'failed' ? styles.bad : undefined}>{t(STATE_TEXTS[state])}</span>
        {why !== null && <span className={section.second}>{why}</span>}
      </td>
      <td>
        {attempts}
        {triedAt !== null && dueAt !== null && (
          <span className={section.second}>{t('nextTry', { at: fullTime(dueAt) })}</span>
        )}
      </td>
      <td>
        {attempts > 0 && (
          <Button kind="link" onClick={() => void again()}>
            {t('again')}
          </Button>
        )}
      </td>
    </tr>
  );
}

/** The code of the last answer, or why there was none; null before the first try. */
function useWhy({ status, failure }: WebhookDeliveryView): string | null {
  const { t } = useTranslation('webhooks');
  if (status !== null) return t(FAILURE_TEXTS.answer, { status });
  return failure === null ? null : t(FAILURE_TEXTS[failure], { status: 0 });
}
