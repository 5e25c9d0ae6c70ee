import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { reveal } from '../features/chat/place/selection.ts';
import type { RemarksParts } from '../features/remarks/parts.ts';
import { RemarksPage } from '../features/remarks/remarks-page.tsx';

/** The page of remarks, with the way into the chat. */
export function Remarks() {
  const navigate = useNavigate();
  const parts = useMemo<RemarksParts>(
    () => ({
      openConversation: (conversation) => {
        reveal('all', conversation);
        void navigate('/chat/all');
      },
    }),
    [navigate],
  );
  return <RemarksPage parts={parts} />;
}
