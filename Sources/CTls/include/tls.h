/* A port that speaks TLS before one of the loopback address that does not, by OpenSSL. */
#ifndef HARNESS_TLS_H
#define HARNESS_TLS_H

#include <stdbool.h>
#include <stdint.h>

/* Settings with a key and a certificate of their own. */
struct tls_identity;

/*
 * Makes a key (P-256) and a certificate for an IPv4 address that signs itself and holds for a week.
 * The certificate's SHA-256 goes to `fingerprint`. NULL if OpenSSL refuses.
 */
struct tls_identity *tls_identity_make(const char *address, uint8_t fingerprint[32]);

/* Frees what tls_identity_make made. */
void tls_identity_free(struct tls_identity *identity);

/*
 * Listens at an IPv4 address; port 0 is one that is free, and `port` gets the number.
 * Returns the socket, or -1 with errno.
 */
int tls_listen(const char *address, uint16_t *port);

/* Waits for a connection for at most 200 ms. Returns its socket, or -1. */
int tls_accept(int listener);

/*
 * Shakes hands with a connection, then passes bytes between it and a port of 127.0.0.1 until one side ends.
 * Closes the connection. Blocks; who has not shaken hands after 10 s, or takes no part of an answer for 10 s, is given up.
 */
void tls_pass(struct tls_identity *identity, int connection, uint16_t port);

#endif
