import { AFTER_SALES_KINDS } from '@pasar/domain';
import { type FormEvent, useId, useState } from 'react';
import { useReadable } from '../../base/desk.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import form from '../../ui/form-dialog.module.css';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toasts.tsx';
import { onOwnCancel, useModal } from '../../ui/use-modal.ts';
import { REMIND_EVERY, reminderSetting } from './reminder/reminder-setting.ts';
import { KIND_TEXTS } from './texts.ts';

export function ReminderButton() {
  const { t } = useTranslation('afterSales');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind="plain" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t('reminder.button')}
      </Button>
      {isOpen && <ReminderDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Of which kinds of cases the desk reminds, how often, and whether with a sound. */
function ReminderDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('afterSales');
  const id = useId();
  const dialog = useModal();
  const [setting, setSetting] = useState(useReadable(reminderSetting));
  const isAllowed = 'Notification' in window ? Notification.permission : 'denied';
  const [permission, setPermission] = useState(isAllowed);
  const save = (event: FormEvent) => {
    event.preventDefault();
    reminderSetting.update(() => setting);
    toast('good', t('reminder.saved'));
    onClose();
  };
  return (
    <dialog ref={dialog} className={form.small} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <form className={form.form} onSubmit={save}>
        <h2 id={id} className={form.title}>
          {t('reminder.title')}
        </h2>
        <fieldset className={form.part}>
          <legend>{t('reminder.kinds')}</legend>
          <div className={form.choices}>
            {AFTER_SALES_KINDS.map((kind) => (
              <label key={kind}>
                <input
                  type="checkbox"
                  checked={setting.kinds.includes(kind)}
                  onChange={({ currentTarget: { checked } }) =>
                    setSetting({
                      ...setting,
                      kinds: AFTER_SALES_KINDS.filter((one) => (one === kind ? checked : setting.kinds.includes(one))),
                    })
                  }
                />
                {t(KIND_TEXTS[kind])}
              </label>
            ))}
          </div>
        </fieldset>
        <div className={form.field}>
          <label htmlFor={`${id}-again`}>{t('reminder.again')}</label>
          <Select
            id={`${id}-again`}
            value={String(setting.everyMinutes)}
            onChange={({ currentTarget: { value } }) =>
              setSetting({
                ...setting,
                everyMinutes: REMIND_EVERY.find((minutes) => String(minutes) === value) ?? null,
              })
            }
          >
            {REMIND_EVERY.map((minutes) => (
              <option key={String(minutes)} value={String(minutes)}>
                {minutes === null ? t('reminder.once') : t('reminder.every', { count: minutes })}
              </option>
            ))}
          </Select>
        </div>
        <label className={form.check}>
          <input
            type="checkbox"
            checked={setting.hasSound}
            onChange={({ currentTarget: { checked } }) => setSetting({ ...setting, hasSound: checked })}
          />
          {t('reminder.sound')}
        </label>
        {permission === 'default' ? (
          <p>
            <Button kind="link" onClick={() => void Notification.requestPermission().then(setPermission)}>
              {t('reminder.allow')}
            </Button>
          </p>
        ) : (
          <p className={form.hint}>{t(permission === 'granted' ? 'reminder.allowed' : 'reminder.denied')}</p>
        )}
        <div className={form.actions}>
          <Button kind="plain" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button kind="primary" type="submit">
            {t('reminder.save')}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
