/** A person who shows products to others at a marketplace (TikTok Shop). */
export interface Creator {
  readonly creatorId: string;
  readonly handle: string;
  readonly nickname: string | null;
  readonly avatarUrl: string | null;
  readonly region: string | null;
  readonly followerCount: number;
  readonly isInvitedBefore: boolean;
}
