import { type FormEvent, useState } from 'react';
import { changedIn } from '../../../base/changed-in.ts';
import { useDeskState } from '../../../base/desk.tsx';
import { useLookUp } from '../../../base/look-up.ts';
import { LookedUpPart } from '../../../base/looked-up.tsx';
import { useMay } from '../../../base/may.tsx';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { switchShop } from '../translation/commands.ts';
import { AnswersPart, LimitPart } from './answers-part.tsx';
import styles from './chat-settings.module.css';
import { saveChatSetting } from './commands.ts';
import { type Draft, type Edits, NO_EDITS, withEdits } from './draft.ts';
import { CHAT_SETTING } from './look-ups.ts';
import { ReachPart } from './reach-part.tsx';
import { WritingPart } from './writing-part.tsx';

/** Everything that is set about the chat. `onDone`: closes the dialog; null on a page. */
export function ChatSettings({ onDone }: { readonly onDone: (() => void) | null }) {
  const look = useLookUp(CHAT_SETTING, {});
  const member = useDeskState((state) => state.chatSetting);
  return (
    <LookedUpPart
      look={look}
      draw={({ account, isTranslated }) => <Form held={{ account, member, isTranslated }} onDone={onDone} />}
    />
  );
}

function Form({ held, onDone }: { readonly held: Draft; readonly onDone: (() => void) | null }) {
  const { t } = useTranslation('chatSettings');
  const isMain = useDeskState((state) => state.member?.isMain === true);
  const maySet = useMay(['setting']);
  const [edits, setEdits] = useState<Edits>(NO_EDITS);
  const draft = withEdits(held, edits);
  const account = changedIn(edits.account, held.account);
  const member = changedIn(edits.member, held.member);
  const isSwitched = draft.isTranslated !== held.isTranslated;
  const isChanged = account !== null || member !== null || isSwitched;
  const { save, problem, isBusy } = useSaving(() => {
    setEdits(NO_EDITS);
    onDone?.();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(
      { ...(account === null ? {} : { account }), ...(member === null ? {} : { member }) },
      isSwitched ? draft.isTranslated : null,
    );
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <WritingPart
        draft={draft}
        onMember={(change) => setEdits({ ...edits, member: { ...edits.member, ...change } })}
        mayTranslate={maySet}
        onTranslated={(isTranslated) => setEdits({ ...edits, isTranslated })}
      />
      <ReachPart draft={draft} onMember={(change) => setEdits({ ...edits, member: { ...edits.member, ...change } })} />
      <LimitPart
        limit={draft.account.promiseLimit}
        isMain={isMain}
        onChange={(promiseLimit) => setEdits({ ...edits, account: { ...edits.account, promiseLimit } })}
      />
      <AnswersPart
        setting={draft.account}
        isMain={isMain}
        onLeave={() => onDone?.()}
        onChange={(change) => setEdits({ ...edits, account: { ...edits.account, ...change } })}
      />
      <div className={styles.actions}>
        {problem !== null && (
          <p className={styles.bad} role="alert">
            {problem}
          </p>
        )}
        {onDone !== null && (
          <Button kind="plain" onClick={onDone}>
            {t('cancel')}
          </Button>
        )}
        <Button kind="primary" type="submit" disabled={isBusy || !isChanged}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

function useSaving(onSaved: () => void) {
  const { t } = useTranslation('chatSettings');
  const { t: common } = useTranslation('common');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  /** `isTranslated` null: is not switched. What was saved before a refusal stays saved, and is not sent again. */
  const save = async (setting: Parameters<typeof saveChatSetting>[0], isTranslated: boolean | null) => {
    setIsBusy(true);
    setProblem(null);
    const results = [];
    if (Object.keys(setting).length > 0) results.push(await saveChatSetting(setting));
    if (isTranslated !== null && results.every(({ ok }) => ok)) results.push(await switchShop(null, isTranslated));
    setIsBusy(false);
    for (const result of results) if (!result.ok) return setProblem(failureText(result.failure, common));
    toast('good', t('saved'));
    onSaved();
  };
  return { save, problem, isBusy };
}
