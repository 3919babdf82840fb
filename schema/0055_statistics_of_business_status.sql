-- As in 0046: businesses are searched by whether they are open.
CREATE STATISTICS st_local_businesses_business_status ON lower(business_status) FROM local_businesses;
ANALYZE local_businesses;
