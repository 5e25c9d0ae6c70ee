import type { ConversationView } from '@pasar/api';
import { useLocation, useNavigate } from 'react-router';
import { useDesk, useDeskState } from '../../../../base/desk.tsx';
import { screenFor } from '../../../../base/scopes.ts';
import { shopName } from '../../../../base/shops/health.ts';
import { useCountryName } from '../../../../base/texts/country-name.ts';
import { useLocale, useTranslation } from '../../../../base/texts/i18n.ts';
import { listTime } from '../../../../base/texts/time-format.ts';
import { CountBadge } from '../../../../ui/count-badge.tsx';
import { useNow } from '../../../../ui/use-now.ts';
import { reveal } from '../../place/selection.ts';
import { previewText } from '../../texts/texts.ts';
import styles from './buyer-details.module.css';
import { Section } from './section.tsx';

/** The buyer's conversations with our other shops of the marketplace; a press opens one. */
export function Elsewhere({ conversations }: { readonly conversations: readonly ConversationView[] }) {
  const { t } = useTranslation('buyer');
  if (conversations.length === 0) return null;
  return (
    <Section title={t('section.elsewhere')}>
      <ul className={styles.elsewhere}>
        {conversations.map((conversation) => (
          <li key={conversation.conversationId}>
            <Other told={conversation} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Other({ told }: { readonly told: ConversationView }) {
  const { t } = useTranslation('chat');
  const desk = useDesk();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const locale = useLocale();
  const now = useNow();
  const countryName = useCountryName();
  const shop = useDeskState((state) => state.shops.get(told.shopId));
  // The window may hold a newer state of the conversation than the record.
  const conversation = useDeskState((state) => state.shown.get(told.conversationId)) ?? told;
  const open = () => {
    const { scope, path } = screenFor(shop?.marketplace ?? null, pathname);
    reveal(scope, conversation);
    void navigate(path);
  };
  return (
    <button
      type="button"
      className={styles.other}
      onClick={open}
      onPointerMove={() => desk.windows.prefetch(told.conversationId)}
    >
      <span className={styles.otherLine}>
        <span className={styles.otherShop}>
          {shop === undefined ? '' : `${shopName(shop)} · ${countryName(shop.country)}`}
        </span>
        <span className={styles.otherTime}>{listTime(conversation.lastMessageAt, now, locale)}</span>
      </span>
      <span className={styles.otherLine}>
        <span className={styles.otherText}>{previewText(conversation, t)}</span>
        <CountBadge count={conversation.unreadCount} />
      </span>
    </button>
  );
}
