import type { ConversationView, ShopView } from '@pasar/api';
import { BUYER_LANGUAGES, type ConversationId, MARKETPLACE_NAMES } from '@pasar/domain';
import { useId, useMemo, useState } from 'react';
import { useReadable } from '../../../base/desk.tsx';
import { failedDialog, lazyScreen } from '../../../base/lazy-screen.tsx';
import { LookUpProblem } from '../../../base/looked-up.tsx';
import { useMay } from '../../../base/may.tsx';
import { needPartsTexts } from '../../../base/parts/need-texts.ts';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { languageName, languageOf } from '../../../base/texts/language-name.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { chooseLanguage, chosenLanguages } from './answer-language.ts';
import { Group } from './group.tsx';
import { needQuickRepliesTexts } from './need-texts.ts';
import { isEnabledAt } from './offered.ts';
import styles from './panel.module.css';
import { PanelMenu } from './panel-menu.tsx';
import type { ReplyDialogProps } from './reply-dialog.tsx';
import { ReplyRows } from './reply-rows.tsx';
import { createSearch } from './search.ts';
import { Shortcuts } from './shortcuts.tsx';
import { useChoose } from './use-choose.ts';
import { type Replies, useReplies } from './use-replies.ts';

const ReplyDialog = lazyScreen<ReplyDialogProps>(
  () => import('./reply-dialog.tsx').then(({ ReplyDialog }) => ReplyDialog),
  { failed: failedDialog(({ onClose }) => onClose()) },
);
/** Most results of a search (our choice). */
const MOST_FOUND = 100;

export interface PanelProps {
  readonly conversation: ConversationView | null;
  readonly shop: ShopView | null;
}

/** With its texts, which the first load of the desk does not even name. */
export async function loadPanel() {
  await Promise.all([needQuickRepliesTexts(), needPartsTexts()]);
  return QuickRepliesPanel;
}

/** The quick replies beside the messages: to choose one, and to keep them. */
function QuickRepliesPanel({ conversation, shop }: PanelProps) {
  const { t } = useTranslation('quickReplies');
  const { t: common } = useTranslation('common');
  const replies = useReplies(conversation, shop);
  const mayChange = useMay(['quickReply']);
  const [words, setWords] = useState('');
  const [edited, setEdited] = useState<ReplyDialogProps['reply'] | 'new'>(null);
  const search = useMemo(() => createSearch(replies.offered), [replies.offered]);
  const choose = useChoose(replies.values, shop);
  const isOff = shop !== null && !isEnabledAt(shop.marketplace, replies.config);
  const rows = { values: replies.values, choose, onEdit: mayChange ? setEdited : null };
  const found = words.trim() === '' ? null : search(words, MOST_FOUND);
  return (
    <div className={styles.panel}>
      <div className={styles.tools}>
        <input
          type="search"
          className={styles.search}
          value={words}
          aria-label={t('panel.search')}
          placeholder={t('panel.search')}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        {mayChange && <IconButton icon="plus" label={t('reply.new')} onClick={() => setEdited('new')} />}
        <PanelMenu config={replies.config} mayChange={mayChange} />
      </div>
      <Language replies={replies} id={conversation?.conversationId ?? null} />
      {isOff && (
        <p className={styles.off} role="status">
          {t('panel.off', { marketplace: MARKETPLACE_NAMES[shop.marketplace] })}
        </p>
      )}
      <LookUpProblem look={replies.look} />
      <div className={styles.body}>
        {replies.look.state === 'waiting' && <p className={styles.none}>{common('lookUp.waiting')}</p>}
        {found !== null && found.shown.length === 0 && (
          <p className={styles.none} role="status">
            {t('picker.none', { words })}
          </p>
        )}
        {found !== null && <ReplyRows offered={found.shown} {...rows} />}
        {found === null &&
          replies.groups.map((group) => (
            <Group
              key={group.groupId}
              group={group}
              offered={replies.offered.filter(({ reply }) => reply.groupId === group.groupId)}
              mayChange={mayChange}
              rows={rows}
            />
          ))}
        {found === null && replies.look.state !== 'waiting' && replies.groups.length === 0 && (
          <p className={styles.none}>{t('panel.empty')}</p>
        )}
        {found === null && shop !== null && (
          <Shortcuts key={shop.shopId} shop={shop} choose={choose} mayChange={mayChange} />
        )}
      </div>
      {edited !== null && (
        <ReplyDialog
          reply={edited === 'new' ? null : edited}
          groups={replies.groups}
          values={replies.values}
          shop={shop}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}

/** In which language the buyer is answered; shown where a reply has more than one. */
function Language({ replies, id }: { readonly replies: Replies; readonly id: ConversationId | null }) {
  const { t } = useTranslation('quickReplies');
  const locale = useLocale();
  const chosen = useReadable(chosenLanguages);
  const field = useId();
  const hasVariants = replies.offered.some(({ reply }) => reply.variants.length > 0);
  if (!hasVariants || id === null || replies.spoken === null) return null;
  return (
    <p className={styles.language}>
      <label htmlFor={field}>{t('language.label')}</label>
      <Select
        id={field}
        value={chosen.get(id) ?? ''}
        onChange={(event) => chooseLanguage(id, languageOf(event.currentTarget.value))}
      >
        <option value="">{t('language.buyers', { language: languageName(replies.spoken, locale) })}</option>
        {BUYER_LANGUAGES.map((language) => (
          <option key={language} value={language}>
            {languageName(language, locale)}
          </option>
        ))}
      </Select>
    </p>
  );
}
