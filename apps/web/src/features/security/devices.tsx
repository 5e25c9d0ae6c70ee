import type { SessionView } from '@pasar/api';
import { useId } from 'react';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { dayOf, fullTime } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.tsx';
import { endOtherSessions, endSession } from './commands.ts';
import { deviceOf } from './device-name.ts';
import styles from './login-panel.module.css';
import { SESSIONS } from './look-ups.ts';

/** Where the member is logged in, with a button to log out there. */
export function Devices() {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation('common');
  const id = useId();
  const look = useLookUp(SESSIONS, {});
  const end = async (asked: ReturnType<typeof endSession> | ReturnType<typeof endOtherSessions>) => {
    const result = await asked;
    if (!result.ok) toast('bad', failureText(result.failure, common));
  };
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{t('devices.title')}</h3>
      <LookedUpPart
        look={look}
        draw={({ sessions }) => (
          <>
            <ul className={styles.devices}>
              {sessions.map((session) => (
                <Device
                  key={session.sessionId}
                  session={session}
                  onEnd={() => void end(endSession(session.sessionId))}
                />
              ))}
            </ul>
            {sessions.length > 1 && (
              <Button kind="plain" onClick={() => void end(endOtherSessions())}>
                {t('devices.endOthers')}
              </Button>
            )}
          </>
        )}
      />
    </section>
  );
}

function Device({ session, onEnd }: { readonly session: SessionView; readonly onEnd: () => void }) {
  const { t } = useTranslation('security');
  const { browser, system } = deviceOf(session.userAgent);
  const name =
    browser === null && system === null
      ? t('devices.unknown')
      : [browser, system].filter((part) => part !== null).join(' · ');
  return (
    <li>
      <span>
        <strong>{name}</strong>
        <span className={styles.hint}>
          {t('devices.facts', {
            address: session.address ?? t('devices.noAddress'),
            openedAt: fullTime(session.openedAt),
            usedAt: dayOf(session.usedAt),
          })}
        </span>
      </span>
      {session.isCurrent ? (
        <span className={styles.current}>{t('devices.current')}</span>
      ) : (
        <Button kind="plain" aria-label={t('devices.endNamed', { name })} onClick={onEnd}>
          {t('devices.end')}
        </Button>
      )}
    </li>
  );
}
