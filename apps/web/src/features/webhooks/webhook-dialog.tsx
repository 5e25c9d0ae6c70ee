import type { WebhookView } from '@pasar/api';
import { type ReasonCode, type ShopId, WEBHOOK_EVENTS, type WebhookEventName } from '@pasar/domain';
import type { CallFailure } from '@pasar/sync';
import { type FormEvent, useId, useState } from 'react';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DialogField } from '../../ui/dialog-field.tsx';
import form from '../../ui/form-dialog.module.css';
import {
  type FormProblem,
  fieldsetProblem,
  ProblemBelow,
  ProblemOfForm,
  problemAt,
  useFocusProblem,
} from '../../ui/form-problem.tsx';
import { onOwnCancel, useModal } from '../../ui/use-modal.ts';
import { addWebhook, deleteWebhook, renewWebhookSecret, saveWebhook } from './commands.ts';
import { EVENT_TEXTS } from './event-texts.ts';
import { Secret } from './secret.tsx';
import { ShopsField } from './shops-field.tsx';

/** How every address of a webhook begins. */
const BEGINNING = 'https://…';

interface Draft {
  readonly address: string;
  readonly events: readonly WebhookEventName[];
  readonly shopIds: readonly ShopId[] | null;
  readonly isOn: boolean;
}

const draftOf = (webhook: WebhookView | null): Draft => ({
  address: webhook?.address ?? '',
  events: webhook?.events ?? ['message.received'],
  shopIds: webhook?.shopIds ?? null,
  isOn: webhook?.isOn ?? true,
});

/** Adds a webhook, or changes or deletes it. Its secret is shown once, when it is made. */
export function WebhookDialog(props: {
  /** Null for a new webhook. */
  readonly webhook: WebhookView | null;
  readonly onClose: () => void;
}) {
  const { webhook, onClose } = props;
  const { t } = useTranslation('webhooks');
  const id = useId();
  const dialog = useModal();
  const [draft, setDraft] = useState(() => draftOf(webhook));
  const [asked, setAsked] = useState<'delete' | 'renew' | null>(null);
  const { save, renew, remove, problem, isBusy, secret } = useSaving(webhook, onClose);
  const fields = useFocusProblem(problem);
  const set = (over: Partial<Draft>) => setDraft({ ...draft, ...over });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(draft);
  };
  return (
    <dialog ref={dialog} className={form.dialog} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      {secret !== null ? (
        <Secret titleId={id} secret={secret} onClose={onClose} />
      ) : (
        <form ref={fields} className={form.form} onSubmit={submit} noValidate>
          <h2 id={id} className={form.title}>
            {t(webhook === null ? 'add' : 'changeTitle')}
          </h2>
          <DialogField
            label={t('field.address')}
            problem={problemAt(problem, 'address')}
            data-first=""
            type="url"
            placeholder={BEGINNING}
            value={draft.address}
            maxLength={2_000}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => set({ address: event.currentTarget.value })}
          />
          <fieldset className={form.part} {...fieldsetProblem(`${id}-events`, problemAt(problem, 'events'))}>
            <legend>{t('field.events')}</legend>
            <div className={form.choices}>
              {WEBHOOK_EVENTS.map((event) => (
                <label key={event}>
                  <input
                    type="checkbox"
                    checked={draft.events.includes(event)}
                    onChange={({ currentTarget: { checked } }) =>
                      set({
                        events: WEBHOOK_EVENTS.filter((one) => (one === event ? checked : draft.events.includes(one))),
                      })
                    }
                  />
                  {t(EVENT_TEXTS[event])}
                </label>
              ))}
            </div>
            <ProblemBelow id={`${id}-events`} text={problemAt(problem, 'events')} />
          </fieldset>
          <ShopsField
            shopIds={draft.shopIds}
            problem={problemAt(problem, 'shops')}
            onChange={(shopIds) => set({ shopIds })}
          />
          {webhook !== null && (
            <div className={form.choices}>
              <label>
                <input
                  type="checkbox"
                  checked={draft.isOn}
                  onChange={(event) => set({ isOn: event.currentTarget.checked })}
                />
                {t('field.isOn')}
              </label>
              <Button kind="link" onClick={() => setAsked('renew')}>
                {t('secret.renew')}
              </Button>
            </div>
          )}
          <ProblemOfForm problem={problem} />
          <footer className={form.actions}>
            {webhook !== null && (
              <Button kind="danger" data-side="" onClick={() => setAsked('delete')}>
                {t('delete')}
              </Button>
            )}
            <Button kind="plain" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button kind="primary" type="submit" disabled={isBusy}>
              {t('save')}
            </Button>
          </footer>
        </form>
      )}
      {asked !== null && webhook !== null && (
        <ConfirmDialog
          title={t(asked === 'delete' ? 'delete.title' : 'secret.renew.title')}
          text={t(asked === 'delete' ? 'delete.text' : 'secret.renew.text')}
          confirm={t(asked === 'delete' ? 'delete' : 'secret.renew')}
          cancel={t('cancel')}
          {...(asked === 'delete' ? { tone: 'danger' as const } : {})}
          onConfirm={() => {
            setAsked(null);
            void (asked === 'delete' ? remove() : renew());
          }}
          onClose={() => setAsked(null)}
        >
          {webhook.address}
        </ConfirmDialog>
      )}
    </dialog>
  );
}

/** Why an address is refused. It can be read as a URL. */
function whyNot({ protocol, username, password, hash }: URL) {
  if (protocol !== 'https:') return 'address.notHttps';
  return username + password + hash === '' ? 'address.notPublic' : 'address.notBare';
}

/** `secret`: of the webhook that was just added, or the new one. */
function useSaving(webhook: WebhookView | null, onClose: () => void) {
  const { t } = useTranslation('webhooks');
  const { t: common } = useTranslation('common');
  const [problem, setProblem] = useState<FormProblem<'address' | 'events' | 'shops'> | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const refuse = (failure: CallFailure) => setProblem({ field: 'form', text: failureText(failure, common) });
  /** The server refuses an address for several reasons with one code: the window says which one it was. */
  const refuseAddress = (failure: CallFailure, address: string) => {
    if (failure.kind !== 'refused' || failure.code !== ('webhook_address' satisfies ReasonCode)) return refuse(failure);
    setProblem({ field: 'address', text: t(whyNot(new URL(address.trim()))) });
  };
  const save = async ({ isOn, address, events, shopIds }: Draft) => {
    if (!URL.canParse(address.trim())) return setProblem({ field: 'address', text: t('address.missing') });
    if (events.length === 0) return setProblem({ field: 'events', text: t('noEvent') });
    if (shopIds?.length === 0) return setProblem({ field: 'shops', text: t('noShop') });
    const settings = { address, events: [...events], shopIds: shopIds === null ? null : [...shopIds] };
    setProblem(null);
    setIsBusy(true);
    if (webhook === null) {
      const result = await addWebhook(settings);
      if (result.ok) setSecret(result.data.secret);
      else refuseAddress(result.failure, address);
    } else {
      const result = await saveWebhook(webhook.webhookId, isOn, settings);
      if (result.ok) onClose();
      else refuseAddress(result.failure, address);
    }
    setIsBusy(false);
  };
  const renew = async () => {
    if (webhook === null) return;
    const result = await renewWebhookSecret(webhook.webhookId);
    if (result.ok) setSecret(result.data.secret);
    else refuse(result.failure);
  };
  const remove = async () => {
    if (webhook === null) return;
    const result = await deleteWebhook(webhook.webhookId);
    if (result.ok) onClose();
    else refuse(result.failure);
  };
  return { save, renew, remove, problem, isBusy, secret };
}
