import { TOLD_AGAIN_MINUTES } from '@pasar/domain';
import { useId, useState } from 'react';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import styles from './chat-settings.module.css';
import { Check } from './check.tsx';
import type { PartProps } from './draft.ts';
import { QuietPart } from './quiet-part.tsx';
import { RulesPart } from './rules-part.tsx';
import { ToneField } from './tone-field.tsx';

/** By what the member is told of buyers who wait, and of which ones. */
export function ReachPart({ draft: { member }, onMember }: PartProps) {
  const { t } = useTranslation('chatSettings');
  const id = useId();
  return (
    <fieldset className={styles.part}>
      <legend>{t('reach')}</legend>
      <Check isOn={member.isReached} onChange={(isReached) => onMember({ isReached })}>
        {t('reached')}
      </Check>
      <p className={styles.hint}>{t('reachedHint')}</p>
      {/* A part that the switch puts out of use stays in view. */}
      <fieldset className={styles.rules} disabled={!member.isReached} aria-label={t('rules')}>
        <div className={styles.row}>
          <Check isOn={member.hasSound} onChange={(hasSound) => onMember({ hasSound })}>
            {t('sound')}
          </Check>
          <ToneField
            label={t('tone')}
            disabled={!member.hasSound}
            tone={member.tone}
            usual={member.tone}
            mayBeUsual={false}
            onChange={(tone) => tone !== null && onMember({ tone })}
          />
        </div>
        <Check isOn={member.hasNotifications} onChange={(hasNotifications) => onMember({ hasNotifications })}>
          {t('notifications')}
        </Check>
        <Permission />
        <RulesPart member={member} onChange={(rules) => onMember({ rules })} />
        <QuietPart hours={member.quietHours} onChange={(quietHours) => onMember({ quietHours })} />
        <div className={styles.row}>
          <label htmlFor={`${id}-again`}>{t('again')}</label>
          <Select
            id={`${id}-again`}
            value={String(member.againMinutes)}
            onChange={({ currentTarget }) =>
              onMember({
                againMinutes: TOLD_AGAIN_MINUTES.find((minutes) => String(minutes) === currentTarget.value) ?? null,
              })
            }
          >
            <option value="null">{t('again.never')}</option>
            {TOLD_AGAIN_MINUTES.map((minutes) => (
              <option key={minutes} value={minutes}>
                {t('again.after', { count: minutes })}
              </option>
            ))}
          </Select>
        </div>
      </fieldset>
    </fieldset>
  );
}

/** Whether the browser lets Pasar show notifications, which only a press may ask. */
function Permission() {
  const { t } = useTranslation('chatSettings');
  const [permission, setPermission] = useState('Notification' in window ? Notification.permission : 'denied');
  if (permission === 'granted') return <p className={styles.hint}>{t('allowed')}</p>;
  if (permission === 'denied') return <p className={styles.hint}>{t('denied')}</p>;
  return (
    <p>
      <Button kind="link" onClick={() => void Notification.requestPermission().then(setPermission)}>
        {t('allow')}
      </Button>
    </p>
  );
}
