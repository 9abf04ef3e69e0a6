/** Keys of the shop and of what was bought in it. */
export const shopKeys = {
  shop: ['shop'] as const,
  methods: (bundleId: string, code: string) => ['shop', 'methods', bundleId, code] as const,
  orders: ['orders'] as const,
  order: (id: string) => ['order', id] as const,
  sync: (id: string) => ['order', id, 'sync'] as const,
};
