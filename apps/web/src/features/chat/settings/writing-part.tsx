import { SENDING_KEYS } from '@pasar/domain';
import { useId } from 'react';
import { useTranslation } from '../../../base/texts/i18n.ts';
import styles from './chat-settings.module.css';
import type { PartProps } from './draft.ts';

const KEY_TEXTS = { enter: 'key.enter', ctrlEnter: 'key.ctrlEnter' } as const;

/** How the member writes and reads. */
export function WritingPart(
  props: PartProps & {
    /** Whether the member may switch the translation of all shops. */
    readonly mayTranslate: boolean;
    readonly onTranslated: (isTranslated: boolean) => void;
  },
) {
  const { t } = useTranslation('chatSettings');
  const { draft, onMember } = props;
  const id = useId();
  return (
    <fieldset className={styles.part}>
      <legend>{t('writing')}</legend>
      <fieldset className={styles.choices}>
        <legend>{t('key')}</legend>
        {SENDING_KEYS.map((key, index) => (
          <label key={key} className={styles.check}>
            <input
              type="radio"
              name={`${id}-key`}
              data-first={index === 0 ? '' : undefined}
              checked={draft.member.sendingKey === key}
              onChange={() => onMember({ sendingKey: key })}
            />
            {t(KEY_TEXTS[key])}
          </label>
        ))}
      </fieldset>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={draft.member.hasTimeMarks}
          onChange={({ currentTarget }) => onMember({ hasTimeMarks: currentTarget.checked })}
        />
        {t('timeMarks')}
      </label>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={draft.isTranslated}
          disabled={!props.mayTranslate}
          aria-describedby={`${id}-translated`}
          onChange={({ currentTarget }) => props.onTranslated(currentTarget.checked)}
        />
        {t('translated')}
      </label>
      <p id={`${id}-translated`} className={styles.hint}>
        {t('translatedHint')}
      </p>
    </fieldset>
  );
}
