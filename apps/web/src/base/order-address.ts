/** The page of orders with the order of this number found. */
export const orderAddress = (orderNumber: string): string => `/orders?q=${encodeURIComponent(orderNumber)}`;
