import { type PermissionKey, ROLE_PRESETS, type RolePreset, roleOf } from '@pasar/domain';
import { useId } from 'react';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import form from '../../ui/form-dialog.module.css';
import styles from './member-dialog.module.css';
import { KEY_TEXTS, KEYS_IN_ORDER, ROLE_TEXTS } from './role-texts.ts';

const ROLES = Object.keys(ROLE_PRESETS) as readonly RolePreset[];

/** The permission keys of a sub-account, with what each opens. A role fills in its keys. */
export function PermissionField({
  keys,
  onChange,
}: {
  readonly keys: readonly PermissionKey[];
  readonly onChange: (keys: readonly PermissionKey[]) => void;
}) {
  const { t } = useTranslation('team');
  const id = useId();
  const role = roleOf(keys);
  return (
    <fieldset className={form.part}>
      <legend>{t('field.permissions')}</legend>
      <div className={form.choices}>
        {ROLES.map((name) => (
          <Button
            key={name}
            kind="plain"
            aria-pressed={name === role}
            onClick={() => onChange([...ROLE_PRESETS[name]])}
          >
            {t(ROLE_TEXTS[name])}
          </Button>
        ))}
        <span className={styles.hint}>{t('role.hint')}</span>
      </div>
      <ul className={styles.keys}>
        {KEYS_IN_ORDER.map((key) => {
          const [name, opens] = KEY_TEXTS[key];
          return (
            <li key={key}>
              <label>
                <input
                  type="checkbox"
                  checked={keys.includes(key)}
                  aria-describedby={`${id}-${key}`}
                  onChange={(event) =>
                    onChange(event.currentTarget.checked ? [...keys, key] : keys.filter((other) => other !== key))
                  }
                />
                {t(name)}
              </label>
              <p id={`${id}-${key}`} className={styles.hint}>
                {t(opens)}
              </p>
            </li>
          );
        })}
      </ul>
      <p className={styles.hint}>{t('never')}</p>
    </fieldset>
  );
}
