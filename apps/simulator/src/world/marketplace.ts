export type Marketplace = 'shopee' | 'lazada' | 'tiktok';
