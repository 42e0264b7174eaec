export { type Delivery, selectDelivery as readDelivery } from '../store/delivery.ts';
