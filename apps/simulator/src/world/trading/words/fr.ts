import type { TradeWords } from './types.ts';

export const french: TradeWords = {
  editions: ['nouvelle collection', 'coffret cadeau', 'pour le voyage', 'format familial', 'en stock'],
  percentVoucher: '{percent} % de remise sur toute la boutique',
  amountVoucher: '{amount} de remise',
  praise: [
    'Conforme aux photos.',
    'Livraison rapide, bien emballé.',
    'Deuxième achat ici.',
    'Très bon rapport qualité-prix !',
  ],
  complaints: ['Le carton était enfoncé.', 'Plus petit que prévu.', 'Deux semaines pour arriver.'],
  ratingReply: 'Merci pour votre avis ! À bientôt.',
  sellerNotes: ['Cadeau : sans facture', 'Appelé, laisser chez le voisin', 'Vérifier la couleur avant emballage'],
  tracking: ['Commande acceptée', 'Colis pris en charge', 'Au centre de tri', 'En cours de livraison', 'Livré'],
  cancelAsked: ['Annulation demandée', 'L’acheteur de {order} demande l’annulation.'],
  notices: {
    order: [
      ['Nouvelle commande', 'La commande {order} attend son expédition.'],
      ['Retour demandé', 'L’acheteur de {order} demande un remboursement.'],
    ],
    product: [
      ['Stock faible', '{product} : bientôt épuisé.'],
      ['Annonce validée', '{product} : en ligne.'],
    ],
    finance: [['Paiement versé', 'Le montant de {order} est sur votre solde.']],
    marketing: [
      ['Bon bientôt expiré', 'Un de vos bons expire dans 24 heures.'],
      ['Participez à la campagne', 'Proposez des produits avant vendredi.'],
    ],
    system: [['Livraisons pendant les fêtes', 'Les collectes sont retardées pendant les fêtes.']],
    violation: [['Annonce non conforme', '{product} enfreint une règle et coûte des points de pénalité.']],
    listing_ban: [['Produit bloqué', '{product} a été retiré de la vente.']],
    failed_delivery: [['Échec de livraison', 'Le colis de {order} n’a pas pu être livré.']],
  },
  quickReplies: [
    ['Salutations', 'Bonjour ! Comment pouvons-nous vous aider ?', 'Merci de votre visite.'],
    ['Livraison', 'Nous expédions sous 24 heures.', 'Votre colis est en route.', 'Comptez 3 à 5 jours.'],
    ['Après-vente', 'Envoyez-nous une photo de l’article, s’il vous plaît.', 'Votre remboursement est accepté.'],
  ],
};
