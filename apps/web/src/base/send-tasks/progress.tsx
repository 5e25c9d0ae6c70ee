import type { BulkSendTaskView } from '@pasar/api';
import { useDeskState } from '../desk.tsx';
import { shopName } from '../shops/health.ts';
import { useTranslation } from '../texts/i18n.ts';
import styles from './send-tasks.module.css';
import { PAUSE_TEXTS, STATE_TEXTS } from './texts.ts';

/** What every task that writes to buyers tells of how far it has come. */
type Going = Pick<
  BulkSendTaskView,
  | 'pauses'
  | 'totalCount'
  | 'sentCount'
  | 'successCount'
  | 'failCount'
  | 'skipCount'
  | 'unconfirmedCount'
  | 'answeredCount'
>;

export function TaskState({ state }: Pick<BulkSendTaskView, 'state'>) {
  const { t } = useTranslation('sendTasks');
  return (
    <span className={styles.state} data-state={state}>
      {t(STATE_TEXTS[state])}
    </span>
  );
}

/**
 * How far a task has come, in a bar and in numbers, and why it waits. `name`: what the task is called; `of`: what it counts,
 * because a buyer may get a message for each of several orders.
 */
export function TaskProgress({
  name,
  of,
  task,
}: {
  readonly name: string;
  readonly of: 'buyers' | 'orders';
  readonly task: Going;
}) {
  const { t } = useTranslation('sendTasks');
  const { totalCount, successCount, failCount, skipCount, unconfirmedCount, pauses } = task;
  const counts = [
    [of === 'buyers' ? 'count.total' : 'count.orders', totalCount, true],
    ['count.sent', task.sentCount, task.sentCount > 0],
    ['count.success', successCount, true],
    ['count.fail', failCount, true],
    ['count.unconfirmed', unconfirmedCount, unconfirmedCount > 0],
    ['count.skip', skipCount, skipCount > 0],
    ['count.answered', task.answeredCount, task.answeredCount > 0],
  ] as const;
  return (
    <>
      <progress
        className={styles.meter}
        value={successCount + failCount + skipCount + unconfirmedCount}
        max={Math.max(1, totalCount)}
        aria-label={t('progress', { name })}
      />
      <ul className={styles.counts}>
        {counts.map(
          ([text, count, isShown]) =>
            isShown && (
              <li key={text} data-count={text}>
                {t(text, { number: count })}
              </li>
            ),
        )}
      </ul>
      <Pauses pauses={pauses} />
    </>
  );
}

/** Shops whose messages wait, one line for each reason. */
function Pauses(props: Pick<Going, 'pauses'>) {
  const { t } = useTranslation('sendTasks');
  const shops = useDeskState((state) => state.shops);
  const names = (pauses: Going['pauses']) =>
    pauses.flatMap(({ shopId }) => {
      const shop = shops.get(shopId);
      return shop === undefined ? [] : [shopName(shop)];
    });
  return [...Map.groupBy(props.pauses, ({ pause }) => pause)].map(([pause, pauses]) => (
    <p key={pause} className={styles.wait}>
      {t(PAUSE_TEXTS[pause], { shops: names(pauses).join(', ') })}
    </p>
  ));
}
