import { type RemarkView, remarkMediaPath } from '@pasar/api';
import type { CallResult } from '@pasar/sync';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toasts.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useMay } from '../may.tsx';
import { orderAddress } from '../order-address.ts';
import { useJumpedTo } from '../sought-row.ts';
import { failureText } from '../texts/failure-text.ts';
import { useLocale, useTranslation } from '../texts/i18n.ts';
import { dayOf, fullTime, listTime } from '../texts/time-format.ts';
import { deleteRemarks, planRemarks, reopenRemarks } from './commands.ts';
import { dayOfDue, dueOf } from './due.ts';
import { type Plan, PlanFields } from './plan-fields.tsx';
import styles from './remark.module.css';
import { useFinish } from './use-finish.ts';

export const KIND_TEXTS = { pre_sales: 'kind.pre_sales', after_sales: 'kind.after_sales' } as const;

/** A remark with what can be done about it. `head` stands above it, and `more` among its actions. */
export function RemarkItem({
  remark,
  head = null,
  more = null,
}: {
  readonly remark: RemarkView;
  readonly head?: ReactNode;
  readonly more?: ReactNode;
}) {
  const { t } = useTranslation('remarks');
  const { t: common } = useTranslation('common');
  const mayOrder = useMay(['order']);
  const [isAsking, setIsAsking] = useState(false);
  const [plan, setPlan] = useState<Plan | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { remarkId, status, content, orderNumber, pictureIds, assignee, dueAt } = remark;
  const isPending = status === 'wait';
  const finish = useFinish();
  const { row, isMarked } = useJumpedTo<HTMLLIElement>(remarkId);
  /** Tells a failure; returns whether it was done. */
  const done = async (asked: Promise<CallResult<unknown>>) => {
    setIsBusy(true);
    const result = await asked;
    setIsBusy(false);
    if (!result.ok) toast('bad', failureText(result.failure, common));
    return result.ok;
  };
  return (
    <li ref={row} className={styles.remark} data-status={status} data-sought={isMarked ? '' : undefined}>
      {head}
      <p className={styles.line}>
        <span className={styles.kind} data-kind={remark.kind}>
          {t(KIND_TEXTS[remark.kind])}
        </span>
        {isPending ? <Due dueAt={dueAt} /> : <span className={styles.quiet}>{t('status.finished')}</span>}
      </p>
      <p className={styles.content} dir="auto">
        {content}
      </p>
      {pictureIds.length > 0 && (
        <ul className={styles.pictures} aria-label={t('pictures')}>
          {pictureIds.map((pictureId, index) => (
            <li key={pictureId}>
              <a href={remarkMediaPath(pictureId)} target="_blank" rel="noreferrer">
                <img src={remarkMediaPath(pictureId)} alt={t('picture', { number: index + 1 })} loading="lazy" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {orderNumber !== null &&
        (mayOrder ? (
          <Link className={styles.order} to={orderAddress(orderNumber)}>
            {t('order', { number: orderNumber })}
          </Link>
        ) : (
          <span className={styles.quiet}>{t('order', { number: orderNumber })}</span>
        ))}
      <Facts remark={remark} />
      {plan === null ? (
        <div className={styles.actions}>
          <Button
            kind="plain"
            disabled={isBusy}
            onClick={() => void done(isPending ? finish([remarkId]) : reopenRemarks([remarkId]))}
          >
            {t(isPending ? 'finish' : 'reopen')}
          </Button>
          {more}
          {isPending && (
            <IconButton
              icon="clock"
              label={t('plan')}
              onClick={() => setPlan({ assigneeId: assignee?.memberId ?? '', day: dayOfDue(dueAt) })}
            />
          )}
          <IconButton icon="bin" label={t('delete')} onClick={() => setIsAsking(true)} />
        </div>
      ) : (
        <>
          <PlanFields plan={plan} conversationId={remark.conversationId} onChange={setPlan} />
          <div className={styles.actions}>
            <Button kind="plain" onClick={() => setPlan(null)}>
              {t('cancel')}
            </Button>
            <Button
              kind="primary"
              disabled={isBusy}
              onClick={async () => {
                const assigneeId = plan.assigneeId === '' ? null : plan.assigneeId;
                if (await done(planRemarks([remarkId], { assigneeId, dueAt: dueOf(plan.day) }))) setPlan(null);
              }}
            >
              {t('savePlan')}
            </Button>
          </div>
        </>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('deleteTitle', { count: 1 })}
          text={t('deleteText')}
          confirm={t('deleteConfirm')}
          tone="danger"
          cancel={t('keep')}
          onConfirm={() => void done(deleteRemarks([remarkId]))}
          onClose={() => setIsAsking(false)}
        >
          {content}
        </ConfirmDialog>
      )}
    </li>
  );
}

/** Until when, and whether that is over. */
function Due({ dueAt }: { readonly dueAt: number | null }) {
  const { t } = useTranslation('remarks');
  const now = useNow();
  if (dueAt === null) return null;
  const isOver = dueAt < now;
  return (
    <span className={styles.due} data-over={isOver}>
      {t(isOver ? 'due.over' : 'due.on', { day: dayOf(dueAt) })}
    </span>
  );
}

/** Who wrote it, who is to do it, and who has done it. */
function Facts({ remark: { author, createdAt, assignee, finishedAt, finishedBy } }: { readonly remark: RemarkView }) {
  const { t } = useTranslation('remarks');
  const locale = useLocale();
  const now = useNow();
  return (
    <p className={styles.facts}>
      <span data-tip={fullTime(createdAt)}>{t('by', { author, time: listTime(createdAt, now, locale) })}</span>
      {assignee !== null && <span>{t('assignee.is', { name: assignee.name })}</span>}
      {finishedAt !== null && (
        <span data-tip={fullTime(finishedAt)}>
          {t('finishedBy', { name: finishedBy ?? '', time: listTime(finishedAt, now, locale) })}
        </span>
      )}
    </p>
  );
}
