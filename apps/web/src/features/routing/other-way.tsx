import { CALLS, type CallOutput } from '@pasar/api';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../base/session.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import type { Ask } from './ask.ts';
import styles from './isolation-panel.module.css';

type Boost = CallOutput<typeof CALLS.routing.getBoosterProxy>['proxy'];
/** What each way is called. */
export const WAY_TEXTS = {
  custom_global: 'others.custom',
  boost: 'others.boost',
  chat_proxies: 'others.chat',
  direct: 'others.direct',
} as const;

/** By what all logins leave that have no proxy of their own (spec 1 §7), and where that is changed. */
export function OtherWay({
  listed: { subjects, otherWay },
  ask,
}: {
  readonly listed: Pick<CallOutput<typeof CALLS.routing.listSubjects>, 'subjects' | 'otherWay'>;
  readonly ask: Ask;
}) {
  const { t } = useTranslation('routing');
  const boost = useBoost(otherWay === 'boost');
  const [isAsked, setIsAsked] = useState(false);
  const custom = subjects.find((subject) => subject.scope === 'custom_global');
  const address =
    custom !== undefined
      ? `${custom.type}://${custom.ip}:${custom.port}`
      : boost && `${boost.type}://${boost.host}:${boost.port}`;
  return (
    <div className={styles.others} data-other-way={otherWay}>
      <span className={styles.names}>
        <span>{t('others.label', { way: t(WAY_TEXTS[otherWay]) })}</span>
        {address !== null && <span className={styles.detail}>{address}</span>}
      </span>
      {otherWay === 'boost' && (
        <Button kind="link" onClick={() => setIsAsked(true)}>
          {t('boost.decline')}
        </Button>
      )}
      <Link to="/account/setting_proxy" className={styles.link}>
        {t(otherWay === 'custom_global' ? 'others.change' : 'others.set')}
      </Link>
      {isAsked && (
        <ConfirmDialog
          title={t('boost.title')}
          text={t('boost.text')}
          confirm={t('boost.decline')}
          cancel={t('remove.cancel')}
          tone="danger"
          onConfirm={() => void ask(callApi(CALLS.routing.delBoosterProxy, {}))}
          onClose={() => setIsAsked(false)}
        >
          {address}
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Null until it is known, and where none serves. */
function useBoost(isServing: boolean): Boost {
  const { t } = useTranslation('common');
  const [boost, setBoost] = useState<Boost>(null);
  useEffect(() => {
    if (!isServing) return setBoost(null);
    void callApi(CALLS.routing.getBoosterProxy, {}).then((result) => {
      if (result.ok) setBoost(result.data.proxy);
      else toast(failureText(result.failure, t));
    });
  }, [isServing, t]);
  return boost;
}
