import { CALLS, type CallOutput } from '@pasar/api';
import { useState } from 'react';
import { Link } from 'react-router';
import { PROXY_PATH } from '../../base/guard.ts';
import { type LookUp, useLookUp } from '../../base/look-up.ts';
import { LookUpProblem } from '../../base/looked-up.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { Ask } from './ask.ts';
import { declineBoost } from './commands.ts';
import styles from './isolation-panel.module.css';

/** The boost proxy, which the operator gives to all accounts. */
const BOOST: LookUp<typeof CALLS.routing.getBoosterProxy> = {
  call: CALLS.routing.getBoosterProxy,
  freshMs: 0,
  againMs: null,
  staleBy: { change: null, calls: [CALLS.routing.delBoosterProxy] },
};

/** The name of each route. */
export const WAY_TEXTS = {
  custom_global: 'others.custom',
  boost: 'others.boost',
  chat_proxies: 'others.chat',
  direct: 'others.direct',
} as const;

/** The route of all logins without a proxy of their own (spec 1 §7), and the actions that change it. */
export function OtherWay({
  listed: { subjects, otherWay },
  ask,
}: {
  readonly listed: Pick<CallOutput<typeof CALLS.routing.listSubjects>, 'subjects' | 'otherWay'>;
  readonly ask: Ask;
}) {
  const { t } = useTranslation('routing');
  const isBoost = otherWay === 'boost';
  const look = useLookUp(BOOST, {}, isBoost);
  const boost = isBoost && (look.state === 'found' || look.state === 'stale') ? look.data.proxy : null;
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
        {otherWay !== 'custom_global' && <span className={styles.detail}>{t('others.pictures')}</span>}
      </span>
      {isBoost && <LookUpProblem look={look} />}
      {isBoost && (
        <Button kind="link" onClick={() => setIsAsked(true)}>
          {t('boost.decline')}
        </Button>
      )}
      <Link to={PROXY_PATH} className={styles.link}>
        {t(otherWay === 'custom_global' ? 'others.change' : 'others.set')}
      </Link>
      {isAsked && (
        <ConfirmDialog
          title={t('boost.title')}
          text={t('boost.text')}
          confirm={t('boost.decline')}
          cancel={t('remove.cancel')}
          tone="danger"
          onConfirm={() => ask(declineBoost())}
          onClose={() => setIsAsked(false)}
        >
          {address}
        </ConfirmDialog>
      )}
    </div>
  );
}
