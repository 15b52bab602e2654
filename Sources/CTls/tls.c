#define _GNU_SOURCE
#include "tls.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

enum { week = 7 * 24 * 3600, patience = 10 };

struct tls_identity {
  SSL_CTX *context;
};

static bool add(X509 *certificate, int kind, const char *text) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
  X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, text);
  bool is_added = extension && X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
  return is_added;
}

static bool fill(X509 *certificate, EVP_PKEY *key, const char *address) {
  uint64_t serial;
  char names[64] = "IP:";
  strncat(names, address, sizeof names - 4);
  X509_NAME *name = X509_get_subject_name(certificate);
  return RAND_bytes((unsigned char *)&serial, sizeof serial) == 1 &&
         X509_set_version(certificate, 2) &&
         ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serial >> 1) &&
         /* A phone's clock may be behind. */
         X509_gmtime_adj(X509_getm_notBefore(certificate), -24 * 3600) &&
         X509_gmtime_adj(X509_getm_notAfter(certificate), week) &&
         X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"harness", -1,
                                    -1, 0) &&
         X509_set_issuer_name(certificate, name) && X509_set_pubkey(certificate, key) &&
         add(certificate, NID_basic_constraints, "critical,CA:FALSE") &&
         add(certificate, NID_ext_key_usage, "serverAuth") &&
         add(certificate, NID_subject_alt_name, names) &&
         X509_sign(certificate, key, EVP_sha256()) > 0;
}

struct tls_identity *tls_identity_make(const char *address, uint8_t fingerprint[32]) {
  struct tls_identity *identity = calloc(1, sizeof *identity);
  EVP_PKEY *key = EVP_EC_gen("P-256");
  X509 *certificate = X509_new();
  SSL_CTX *context = SSL_CTX_new(TLS_server_method());
  bool is_made = identity && key && certificate && context && fill(certificate, key, address) &&
                 X509_digest(certificate, EVP_sha256(), fingerprint, NULL) &&
                 SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) &&
                 /* What is no data must not keep the answers waiting for the data after it. */
                 (SSL_CTX_clear_mode(context, SSL_MODE_AUTO_RETRY), true) &&
                 SSL_CTX_use_certificate(context, certificate) &&
                 SSL_CTX_use_PrivateKey(context, key);
  X509_free(certificate);
  EVP_PKEY_free(key);
  if (!is_made) {
    SSL_CTX_free(context);
    free(identity);
    return NULL;
  }
  identity->context = context;
  return identity;
}

void tls_identity_free(struct tls_identity *identity) {
  if (identity) SSL_CTX_free(identity->context);
  free(identity);
}

static struct sockaddr_in place(const char *address, uint16_t port) {
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons(port)};
  inet_pton(AF_INET, address, &place.sin_addr);
  return place;
}

int tls_listen(const char *address, uint16_t *port) {
  struct sockaddr_in own = place(address, *port);
  socklen_t size = sizeof own;
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
  if (listener < 0) return -1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (bind(listener, (struct sockaddr *)&own, size) || listen(listener, 64) ||
      getsockname(listener, (struct sockaddr *)&own, &size)) {
    int error = errno;
    close(listener);
    errno = error;
    return -1;
  }
  *port = ntohs(own.sin_port);
  return listener;
}

int tls_accept(int listener) {
  struct pollfd one = {.fd = listener, .events = POLLIN};
  return poll(&one, 1, 200) > 0 ? accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK) : -1;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Waits for what kept OpenSSL from going on; false for an error, and at the end of all patience: a peer that sends a
   byte now and then gets no more of it. */
static bool is_ready(SSL *outer, int result, int64_t end) {
  int error = SSL_get_error(outer, result);
  int64_t left = end - now();
  if (left <= 0 || (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE)) return false;
  short events = error == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT;
  struct pollfd one = {.fd = SSL_get_fd(outer), .events = events};
  return poll(&one, 1, (int)left) != 0;
}

static bool greet(SSL *outer) {
  int64_t end = now() + patience * 1000;
  int result;
  while ((result = SSL_accept(outer)) != 1) {
    if (!is_ready(outer, result, end)) return false;
  }
  return true;
}

static bool encrypt_all(SSL *outer, const char *bytes, int count) {
  int64_t end = now() + patience * 1000;
  int result;
  while ((result = SSL_write(outer, bytes, count)) <= 0) {
    if (!is_ready(outer, result, end)) return false;
  }
  return true;
}

static bool write_all(int socket, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(socket, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    count -= (size_t)written;
  }
  return true;
}

static void pass(SSL *outer, int inner) {
  char bytes[16384];
  struct pollfd both[] = {{.fd = SSL_get_fd(outer), .events = POLLIN}, {.fd = inner, .events = POLLIN}};
  for (;;) {
    bool is_pending = SSL_pending(outer) > 0;
    if (poll(both, 2, is_pending ? 0 : -1) < 0) {
      if (errno == EINTR) continue;
      return;
    }
    if (is_pending || both[0].revents) {
      int count = SSL_read(outer, bytes, sizeof bytes);
      if (count <= 0 && SSL_get_error(outer, count) != SSL_ERROR_WANT_READ) return;
      if (count > 0 && !write_all(inner, bytes, (size_t)count)) return;
    }
    if (both[1].revents) {
      ssize_t count = read(inner, bytes, sizeof bytes);
      if (count <= 0 || !encrypt_all(outer, bytes, (int)count)) return;
    }
  }
}

void tls_pass(struct tls_identity *identity, int connection, uint16_t port) {
  /* A peer that is gone is an error of write and no end of the program, in OpenSSL's writes, too. */
  sigset_t pipes;
  sigemptyset(&pipes);
  sigaddset(&pipes, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipes, NULL);
  struct timeval limit = {.tv_sec = patience};
  int yes = 1, inner = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in page = place("127.0.0.1", port);
  SSL *outer = SSL_new(identity->context);
  setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  /* A phone that has left the network says no word: its tab is free after some 20 s. */
  int quiet = 10, between = 5, times = 2;
  setsockopt(connection, SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof yes);
  setsockopt(connection, IPPROTO_TCP, TCP_KEEPIDLE, &quiet, sizeof quiet);
  setsockopt(connection, IPPROTO_TCP, TCP_KEEPINTVL, &between, sizeof between);
  setsockopt(connection, IPPROTO_TCP, TCP_KEEPCNT, &times, sizeof times);
  if (inner >= 0) {
    setsockopt(inner, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    setsockopt(inner, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  }
  if (outer && inner >= 0 && SSL_set_fd(outer, connection) && greet(outer) &&
      connect(inner, (struct sockaddr *)&page, sizeof page) == 0) {
    pass(outer, inner);
    SSL_shutdown(outer);
  }
  SSL_free(outer);
  if (inner >= 0) close(inner);
  close(connection);
}
